// Staged files: written and synced under a unique name in `.tmp/`, then renamed to their final path. They share one folder,
// so that what a killed process leaves is separate from the published files, and the files staged for a path are easy to
// find. Deleting a file that another process staged makes its rename fail, so a paused publisher cannot rename an old record
// into place when it resumes.

import { randomBytes } from 'node:crypto';
import { open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileMode, ignoreMissing, makeFolder } from './durable-folders.ts';

const stagingName = '.tmp';

/** The folder of staged files, as a path of the store. */
export const stagingFolder = `${stagingName}/`;

/** Milliseconds after which a staged file is abandoned. Staging takes seconds at most. */
const abandonedAfter = 3_600_000;

/** No id or hash contains `~`, so different paths have different prefixes. */
const prefixOf = (path: string) => `${path.replaceAll('/', '~')}~`;

/** The path prefix of files staged for paths below `folder`, which ends in "/". */
export const stagedBelow = (folder: string): string => `${stagingFolder}${folder.replaceAll('/', '~')}`;

/** Whether the path is a staged file of release 0.1, which staged files beside their targets. */
export const isLeftover = (path: string): boolean => path.includes('/.tmp-');

/** Writes and syncs bytes for `path`. @returns the staged file's absolute path */
export async function stageFile(root: string, path: string, bytes: Uint8Array): Promise<string> {
  const folder = join(root, stagingName);
  const staged = join(folder, prefixOf(path) + randomBytes(8).toString('hex'));
  const create = () => open(staged, 'wx', fileMode);
  const handle = await create().catch(async (error: unknown) => {
    ignoreMissing(error);
    await makeFolder(folder);
    return create();
  });
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

/** Deletes all files staged for `path` except `own`, which is an absolute path. */
export async function withdrawStaged(root: string, path: string, own?: string): Promise<void> {
  const folder = join(root, stagingName);
  const prefix = prefixOf(path);
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const others = names.filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('~'));
  for (const name of others) if (join(folder, name) !== own) await unlink(join(folder, name)).catch(ignoreMissing);
}

/** Removes what killed processes left. @param now the clock, in milliseconds since 1970 */
export async function sweepStaged(root: string, now: number): Promise<void> {
  const folder = join(root, stagingName);
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const staged = join(folder, name);
    const stats = await stat(staged).catch(ignoreMissing);
    if (stats !== null && stats.mtimeMs + abandonedAfter < now) await unlink(staged).catch(ignoreMissing);
  }
}
