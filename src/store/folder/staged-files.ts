// Staged files: written and synced under a unique name in `.tmp/`, then renamed to their final path. They share one folder,
// so that what a killed process leaves is separate from the published files, and the files staged for a path are easy to
// find. Deleting a file that another process staged makes its rename fail, so a paused publisher cannot rename an old record
// into place when it resumes.

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, statSync, unlinkSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileMode, makeFolder, orMissing, sync } from './durable-folders.ts';

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
  const create = () => openSync(staged, 'wx', fileMode);
  let fd = orMissing(create);
  if (fd === null) {
    await makeFolder(folder);
    fd = create();
  }
  try {
    await writeWhole(fd, bytes);
    await sync(fd);
  } catch (error) {
    orMissing(() => unlinkSync(staged));
    throw error;
  } finally {
    closeSync(fd);
  }
  return staged;
}

const writeSome = promisify(write);

/** Uses the thread pool, since a large write may wait for a busy disk. */
async function writeWhole(fd: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await writeSome(fd, bytes, at)).bytesWritten;
}

/** Deletes all files staged for `path` except `own`, which is an absolute path. */
export function withdrawStaged(root: string, path: string, own?: string): void {
  const folder = join(root, stagingName);
  const prefix = prefixOf(path);
  const names = orMissing(() => readdirSync(folder)) ?? [];
  const others = names.filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('~'));
  for (const name of others) if (join(folder, name) !== own) orMissing(() => unlinkSync(join(folder, name)));
}

/** Removes what killed processes left. @param now the clock, in milliseconds since 1970 */
export function sweepStaged(root: string, now: number): void {
  const folder = join(root, stagingName);
  for (const name of orMissing(() => readdirSync(folder)) ?? []) {
    const staged = join(folder, name);
    const stats = orMissing(() => statSync(staged));
    if (stats !== null && stats.mtimeMs + abandonedAfter < now) orMissing(() => unlinkSync(staged));
  }
}
