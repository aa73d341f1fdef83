// Copies a published form from one store to another, from folder to bucket or back, while readers may be at both: what
// is pointed at goes before what points, and keys go last.

import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';
import { mapBounded } from './in-flight.ts';

/** How many files are read and written at the same time. */
const copiesAtOnce = 32;

/**
 * Copies all that differs. What the target has beyond the source stays, so that nothing is lost by a wrong direction.
 * @returns how many files there are, and how many of them were copied
 */
export async function copyPublished(
  from: Store,
  to: Store,
  onFile: (done: number, total: number) => void = () => {},
): Promise<{ files: number; copied: number }> {
  const found: string[] = [];
  for (const prefix of [paths.site, paths.organisations, paths.keys])
    for (const { path } of await from.list(prefix)) if (!path.includes('/.tmp-')) found.push(path);
  let [done, copied] = [0, 0];
  // Each rank waits until all of the one before it are there.
  for (const rank of [0, 1, 2]) {
    const due = found.filter((path) => rankOf(path) === rank);
    await mapBounded(due, copiesAtOnce, async (path) => {
      if (await copyFile(from, to, path)) copied += 1;
      done += 1;
      onFile(done, found.length);
    });
  }
  return { files: found.length, copied };
}

/** Files and the site, then what organisations show and may, then keys. */
function rankOf(path: string): number {
  if (path.startsWith(paths.keys)) return 2;
  return /\/(access|current)\.json$/.test(path) ? 1 : 0;
}

async function copyFile(from: Store, to: Store, path: string): Promise<boolean> {
  const bytes = await from.read(path);
  if (bytes === null) return false; // removed since it was listed
  const there = await to.read(path);
  if (there !== null && Buffer.compare(bytes, there) === 0) return false;
  await to.write([{ path, bytes }]);
  return true;
}
