// Reads a school's own files: one, several, or a folder.

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf, UsageError } from '../../src/errors.ts';
import { limits } from '../../src/formats/limits.ts';
import type { SchoolFile } from '../../src/formats/school-reader.ts';
import { readBounded } from './read-bounded.ts';

/** More than any timetabling program exports. */
const maxFiles = 500;

/**
 * Reads files, and the files directly in a folder.
 * @throws UsageError when one cannot be read, or there are too many
 */
export async function readSchoolFiles(paths: readonly string[]): Promise<SchoolFile[]> {
  const files: SchoolFile[] = [];
  let bytesLeft: number = limits.bytes;
  for (const path of await listFiles(paths)) {
    const bytes = await orUsageError(path, () => readBounded(path, bytesLeft));
    if (bytes === null)
      throw new UsageError(
        `${path} cannot be read: the files have more than ${limits.bytes / 1024 / 1024} MB together, which is the maximum for a school`,
      );
    bytesLeft -= bytes.length;
    files.push({ name: basename(path), bytes });
  }
  return files;
}

async function listFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const isFolder = await orUsageError(path, async () => (await stat(path)).isDirectory());
    if (!isFolder) files.push(path);
    else {
      const entries = await orUsageError(path, () => readdir(path, { withFileTypes: true }));
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
      if (names.length === 0) throw new UsageError(`${path} contains no files`);
      for (const name of names.sort()) files.push(join(path, name));
    }
    if (files.length > maxFiles)
      throw new UsageError(`there are more than ${maxFiles} files up to ${path}; name those of one school`);
  }
  return files;
}

async function orUsageError<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
