// Files on their way into a folder: written and synced under a name of their own in `.tmp/`, then renamed to where they
// belong. One folder for all of them, so that what a killed process leaves lies apart from what is published, and so that
// the files staged for one path are found at once. Taking away what another process has staged makes its rename fail:
// so that a stopped publisher cannot rename an old record into place when it wakes.

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const stagingName = '.tmp';

/** Where staged files lie, as a path of the store. */
export const stagingFolder = `${stagingName}/`;

/**
 * For the publisher to write and for its group to read, whatever the umask would give to others: a server of another user
 * is put into that group.
 */
export const [folderMode, fileMode] = [0o750, 0o640];

/** Milliseconds after which a staged file belongs to nobody: staging takes seconds at most. */
const abandonedAfter = 3_600_000;

/** `~` stands in no id and no hash, so that names of different paths differ. */
const prefixOf = (path: string) => `${path.replaceAll('/', '~')}~`;

/** How the paths begin of what is staged for the files below `folder`, which ends in "/". */
export const stagedBelow = (folder: string): string => `${stagingFolder}${folder.replaceAll('/', '~')}`;

/** Whether a killed process of release 0.1 left it, which staged files beside their targets. */
export const isLeftover = (path: string): boolean => path.includes('/.tmp-');

/** Writes and syncs the bytes of what is to become `path`. @returns where they are */
export async function stageFile(root: string, path: string, bytes: Uint8Array): Promise<string> {
  const folder = join(root, stagingName);
  await mkdir(folder, { recursive: true, mode: folderMode });
  const staged = join(folder, prefixOf(path) + randomBytes(8).toString('hex'));
  const handle = await open(staged, 'wx', fileMode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await unlink(staged).catch(ignoreMissing);
    throw error;
  } finally {
    await handle.close();
  }
  return staged;
}

/** Takes away what anybody has staged for `path`, but for `own`, which is a file's whole path. */
export async function withdrawStaged(root: string, path: string, own?: string): Promise<void> {
  const folder = join(root, stagingName);
  const prefix = prefixOf(path);
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const others = names.filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('~'));
  for (const name of others) if (join(folder, name) !== own) await unlink(join(folder, name)).catch(ignoreMissing);
}

/** Removes what killed processes have left. @param now the clock, in milliseconds since 1970 */
export async function sweepStaged(root: string, now: number): Promise<void> {
  const folder = join(root, stagingName);
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const staged = join(folder, name);
    const stats = await stat(staged).catch(ignoreMissing);
    if (stats !== null && stats.mtimeMs + abandonedAfter < now) await unlink(staged).catch(ignoreMissing);
  }
}

/** For `catch`: null where the error says that there is no such file or folder; every other error is thrown again. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
