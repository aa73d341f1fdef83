// Copies published output from one store to another, from folder to bucket or back, while both may have readers: files
// are copied before the pointers that name them.

import { mapConcurrently } from '../map-concurrently.ts';
import { paths } from '../snapshot/paths.ts';
import { isLeftover } from '../store/folder/staged-files.ts';
import type { Store } from '../store/store.ts';

/** How many files are read and written at the same time. */
const copiesAtOnce = 12;

/**
 * Copies all files that differ. Files that only the target has are kept, so swapping --from and --to loses nothing.
 * @returns the number of files, and how many of them were copied
 */
export async function copyPublished(
  from: Store,
  to: Store,
  onFile: (done: number, total: number) => void = () => {},
): Promise<{ files: number; copied: number }> {
  const found: string[] = [];
  for (const prefix of [paths.site, paths.organisations, paths.links, paths.records])
    for (const { path } of await from.list(prefix)) if (!isLeftover(path)) found.push(path);
  let [done, copied] = [0, 0];
  // Each stage starts after the previous one is complete.
  for (const rank of [0, 1]) {
    const due = found.filter((path) => rankOf(path) === rank);
    await mapConcurrently(due, copiesAtOnce, async (path) => {
      if (await copyFile(from, to, path)) copied += 1;
      done += 1;
      onFile(done, found.length);
    });
  }
  return { files: found.length, copied };
}

/** Files and the site first, then the records that name them, those of links too. */
const rankOf = (path: string): number => (path.startsWith(paths.records) || path.startsWith(paths.links) ? 1 : 0);

async function copyFile(from: Store, to: Store, path: string): Promise<boolean> {
  const bytes = await from.read(path);
  if (bytes === null) return false; // removed meanwhile
  const there = await to.read(path);
  if (there !== null && Buffer.compare(bytes, there) === 0) return false;
  await to.write([{ path, bytes }]);
  return true;
}
