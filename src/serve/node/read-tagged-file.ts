import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadTagged } from '../../store/bucket/read-object.ts';
import { ignoreMissing } from '../../store/folder/durable-folders.ts';

/**
 * Reads files below `folder` as objects of a bucket are read: with a tag, by which an unchanged file is not read again. A file
 * to which a symbolic link leads counts as missing, wherever in its path the link is.
 */
export const readTaggedFile =
  (folder: string): ReadTagged =>
  (path, knownTag) =>
    read(folder, path, knownTag).catch(ignoreMissing);

const read = async (folder: string, path: string, knownTag: string | undefined): ReturnType<ReadTagged> => {
  const file = join(await realpath(folder), path);
  if ((await realpath(file)) !== file) return null;
  // Before the content: of a file that is replaced in between, the old tag is found to be outdated at the next request.
  const stats = await stat(file);
  if (!stats.isFile()) return null;
  const tag = `"${[stats.size, stats.mtimeMs, stats.ctimeMs].map((part) => part.toString(36)).join('-')}"`;
  const age = Date.now() - stats.mtimeMs;
  return tag === knownTag ? { bytes: null, age } : { bytes: await readFile(file), tag, age };
};
