// Creates folders and syncs them, so that a power cut cannot undo what was renamed, created or removed in them.

import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

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
  const create = () => mkdir(folder, { mode: folderMode });
  try {
    await create().catch(async (error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
      await makeFolder(dirname(folder));
      await create();
    });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await syncFolder(dirname(folder));
}

/** A folder that was removed needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(ignoreMissing);
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
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
