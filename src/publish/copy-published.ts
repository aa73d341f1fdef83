// Copies a published form from one store to another, from folder to bucket or back, while readers may be at both: what
// is pointed at goes before what points, and keys go last.

import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';

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
    found.push(...(await from.list(prefix)).map(({ path }) => path).filter((path) => !path.includes('/.tmp-')));
  const ordered = [0, 1, 2].flatMap((rank) => found.filter((path) => rankOf(path) === rank));
  let copied = 0;
  for (let start = 0; start < ordered.length; ) {
    // A batch holds files of one rank only: the next rank waits until they are all there.
    const rank = rankOf(ordered[start] ?? '');
    const end = Math.min(start + copiesAtOnce, ordered.findLastIndex((path) => rankOf(path) === rank) + 1);
    const outcomes = await Promise.all(ordered.slice(start, end).map((path) => copyFile(from, to, path)));
    copied += outcomes.filter(Boolean).length;
    start = end;
    onFile(start, ordered.length);
  }
  return { files: ordered.length, copied };
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
