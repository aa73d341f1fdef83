// One look at a folder of exports: which files are there, and as they are now. Network drives lose notifications of changes, so a
// watcher looks again and again.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayLimits } from '../../../src/formats/days/day-limits.ts';
import { collectBounded } from '../../input/read-bounded.ts';

/** What tells one state of a file from another without reading it. */
export type FileState = { name: string; modifiedAt: number; size: number; id: number };

/** A folder of exports has one file for each day or week of a year at most. The newest are looked at. */
const mostFiles = 400;
const mostEntries = 10_000;

/** @throws the error of the file system when the folder cannot be listed */
export async function listDayFiles(folder: string): Promise<FileState[]> {
  const entries = (await readdir(folder)).slice(0, mostEntries);
  const states = await Promise.all(entries.filter(isMeant).map((name) => stateOf(folder, name)));
  return states
    .filter((state) => state !== null)
    .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
    .slice(0, mostFiles);
}

/** Hidden files, and those that programs write beside the one that is open, are never meant. */
const isMeant = (name: string): boolean => !/^[.~]|~$|\.(tmp|temp|part|partial|crdownload|lock|bak|swp)$/i.test(name);

async function stateOf(folder: string, name: string): Promise<FileState | null> {
  try {
    const found = await stat(join(folder, name));
    return found.isFile() ? { name, modifiedAt: found.mtimeMs, size: found.size, id: found.ino } : null;
  } catch {
    return null; // it went between the list and this look
  }
}

export type FileContent = { bytes: Uint8Array; hash: string } | { problem: 'too large' | 'no file' };

/** @throws the error of the file system, such as of a file that another program has locked */
export async function readDayBytes(folder: string, name: string): Promise<FileContent> {
  // Without waiting: a pipe that took the name of a file would never be opened.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return { problem: 'no file' };
    if (found.size > dayLimits.bytes) return { problem: 'too large' };
    const bytes = await collectBounded(file.createReadStream({ autoClose: false }), dayLimits.bytes);
    if (bytes === null) return { problem: 'too large' };
    return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    await file.close();
  }
}
