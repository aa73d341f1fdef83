// Creates folders and syncs them, so that a power cut cannot undo what was renamed, created or removed in them. Only the sync
// waits for the disk. The rest is answered from memory, sooner than a thread could be asked for it.

import { closeSync, fsync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Waits until the disk has everything of an open file or folder. */
export const sync: (fd: number) => Promise<void> = promisify(fsync);

/**
 * Writable by the publisher and readable by its group, but not by others. A server that runs as another user joins that
 * group.
 */
export const [folderMode, fileMode] = [0o750, 0o640];

/**
 * Creates the folder and its parents, and syncs every folder that got a new entry. Node's own recursive mkdir says ENOENT
 * where the disk is read-only.
 */
export async function makeFolder(folder: string): Promise<void> {
  const create = () => mkdirSync(folder, { mode: folderMode });
  try {
    try {
      create();
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      await makeFolder(dirname(folder));
      create();
    }
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await syncFolder(dirname(folder));
}

/** A folder that was removed needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  const fd = orMissing(() => openSync(folder, 'r'));
  if (fd === null) return;
  try {
    await sync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whether an error is of the operating system, with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** For `catch`: returns null when the file or folder does not exist, and rethrows every other error. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}

/** The result of synchronous work; null when the file or folder does not exist. */
export function orMissing<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    return ignoreMissing(error);
  }
}
