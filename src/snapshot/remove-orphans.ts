// Removes what no kept pointer names: files of generations that have gone, and what a crashed publisher left. Readers
// may still be loading what a pointer named a moment ago, so nothing goes before its grace period is over.

import type { Pointer } from '../contract/types.generated.ts';
import { listGenerations, whole } from './load-snapshot.ts';
import { encodingNames, listName, paths } from './paths.ts';
import { readPointer } from './read-record.ts';
import type { Store } from './store.ts';

/** How many earlier pointers are kept for rollback. */
const keptGenerations = 10;

/** How long a pointer stays kept after it was replaced, and an unnamed file after it was written, in milliseconds. */
const pointerGrace = 60_000;
const fileGrace = 3_600_000;

/**
 * Cleans up after one organisation.
 * @param now the clock, in milliseconds since 1970
 * @param beforeRemoving is called right before files are removed, and throws to prevent it. Nobody may publish the
 *   organisation meanwhile: an old file that no pointer names may be written again and named by the next.
 * @returns the paths that were removed
 */
export async function removeOrphans(
  store: Store,
  organisationId: string,
  now: number,
  beforeRemoving: () => Promise<void> = async () => {},
): Promise<string[]> {
  const current = await store.read(paths.pointer(organisationId));
  if (current === null) return [];
  const kept: Pointer[] = [readPointer(current)];
  const removed: string[] = [];
  const generations = (await listGenerations(store, organisationId)).sort((one, other) => other - one);
  for (const generation of generations) {
    const path = paths.earlierPointer(organisationId, generation);
    const bytes = await store.read(path);
    if (bytes === null) continue;
    const successor = kept.at(-1);
    const replacedAt = Date.parse(successor?.publishedAt ?? '');
    const pointer = whole(() => readPointer(bytes), organisationId);
    const isPast = kept.length > keptGenerations && replacedAt + pointerGrace < now;
    // Nobody can go back to a torn pointer, and it must not stop the clean-up.
    if (isPast || pointer === null) removed.push(path);
    else kept.push(pointer);
  }
  const named = new Set(kept.flatMap(filesOf));
  for (const { path, changedAt } of await store.list(paths.organisation(organisationId))) {
    const isFile = path.startsWith(paths.files(organisationId)) || path.includes('/.tmp-');
    if (isFile && !named.has(path) && changedAt.getTime() + fileGrace < now) removed.push(path);
  }
  if (removed.length > 0) await beforeRemoving();
  await store.remove(removed);
  return removed;
}

/** The paths of all files that a pointer names. */
export function filesOf({ organisationId, list, timetables }: Pointer): string[] {
  return [[listName, list] as const, ...Object.entries(timetables)].flatMap(([name, { hash }]) =>
    encodingNames.map((encoding) => paths.file(organisationId, name, hash, encoding)),
  );
}
