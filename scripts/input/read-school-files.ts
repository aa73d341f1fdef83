// Reads a school's own files: one, several, or a folder.

import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf, UsageError } from '../../src/errors.ts';
import { limits } from '../../src/formats/reading/limits.ts';
import type { SchoolFile } from '../../src/formats/reading/school-reader.ts';
import { type Input, openInput } from './open-input.ts';
import { collectBounded } from './read-bounded.ts';

/** More than any timetabling program exports. */
const maxFiles = 500;

/**
 * Reads files, and the files directly in a folder.
 * @throws UsageError when one cannot be read, or there are too many
 */
export async function readSchoolFiles(inputs: readonly Input[]): Promise<SchoolFile[]> {
  const files: SchoolFile[] = [];
  let bytesLeft: number = limits.bytes;
  for (const input of await listFiles(inputs)) {
    const { path } = input;
    const bytes = await orUsageError(path, () => collectBounded(input.content(), bytesLeft));
    if (bytes === null)
      throw new UsageError(
        `${path} cannot be read: the files have more than ${limits.bytes / 1024 / 1024} MB together, which is the maximum for a school`,
      );
    bytesLeft -= bytes.length;
    files.push({ name: basename(path), bytes });
  }
  return files;
}

async function listFiles(inputs: readonly Input[]): Promise<Input[]> {
  const files: Input[] = [];
  for (const input of inputs) {
    const { path, isFolder } = input;
    if (!isFolder) files.push(input);
    else {
      const entries = await orUsageError(path, () => readdir(path, { withFileTypes: true }));
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
      if (names.length === 0) throw new UsageError(`${path} contains no files`);
      for (const name of names.sort().slice(0, maxFiles + 1)) files.push(await openInput(join(path, name)));
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
