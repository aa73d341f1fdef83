// Creates folders and syncs them, so that a power cut cannot undo what was renamed, created or removed in them. Only the sync
// waits for the disk. The rest is synchronous: the kernel does it in memory, faster than a call through the thread pool.

import { closeSync, fsync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Waits until an open file or folder is completely on the disk. */
export const sync: (fd: number) => Promise<void> = promisify(fsync);

/**
 * Writable by the publisher and readable by its group, but not by others. A server that runs as another user joins that
 * group.
 */
const folderMode = 0o750;
export const fileMode = 0o640;

/**
 * Creates the folder and its parents, and syncs every folder that got a new entry. Node's own recursive mkdir reports
 * ENOENT on a read-only disk.
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
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
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
