// Removes what no kept pointer names: files of generations that have gone, and what a crashed publisher left. Readers
// may still be loading what a pointer named a moment ago, so nothing goes before its grace period is over. Earlier
// generations are kept by number, by age and by size: past the size the oldest go first, and only readers' own few seconds
// count. What is shown always stays, and past the size so does the one way back.

import type { OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer } from '../contract/types.generated.ts';
import { BrokenRecordError } from '../errors.ts';
import { generationOf } from './load-snapshot.ts';
import { encodingNames, isOldRecord, listName, paths } from './paths.ts';
import { parsePointer } from './read-record.ts';
import type { ListedFile, Store } from './store.ts';
import { readOrganisation, whole } from './stored-organisation.ts';

/**
 * How many earlier pointers are kept for rollback, for how many milliseconds after they were replaced, and how many bytes
 * of files that are not shown an organisation may have. The last one before the current goes by its age alone.
 */
export type Retention = { generations: number; milliseconds: number; bytes: number };

/** Who has left a school should not stay in its history for good; a rollback is wanted within days. */
export const defaultRetention: Retention = { generations: 10, milliseconds: 30 * 86_400_000, bytes: 64_000_000 };

/** How long a pointer stays kept after it was replaced, and an unnamed file after it was written, in milliseconds. */
export const pointerGrace = 60_000;
const fileGrace = 3_600_000;

/** How long the files of a replaced pointer stay whatever their size: longer than a server tries to read one. */
const readerGrace = 5_000;

/** A pointer that is kept, since when it is an earlier one, and where it lies by itself; the current one first. */
type Kept = { pointer: Owned<Pointer>; replacedAt: number; path: string | null };

type Options = { beforeRemoving?: () => Promise<void>; retention?: Retention };

/**
 * Cleans up after one organisation.
 * @param now the clock, in milliseconds since 1970
 * @param options.beforeRemoving is called right before files are removed, and throws to prevent it. Nobody may publish
 *   the organisation meanwhile: an old file that no pointer names may be written again and named by the next.
 * @returns the paths that were removed
 */
export async function pruneOrphans(
  store: Store,
  organisationId: OrganisationId,
  now: number,
  { beforeRemoving = async () => {}, retention = defaultRetention }: Options = {},
): Promise<string[]> {
  const listed = await store.list(paths.organisation(organisationId));
  const { record, bytes: recordBytes } = await readOrganisation(store, organisationId);
  const earlier = newestFirst(listed, paths.history(organisationId));
  // A record that cannot be read is for the next build to repair: until then nobody knows what it names.
  if (recordBytes !== null && record === null) throw new BrokenRecordError(`the record of ${organisationId} is broken`);
  const current = record?.pointer ?? null;
  // Lost, it is about to come back; where nothing was published yet, there is no hurry.
  if (current === null) return [];
  const kept: Kept[] = [{ pointer: current, replacedAt: Number.POSITIVE_INFINITY, path: null }];
  let successor = kept[0];
  const removed: string[] = [];
  for (const { path, changedAt } of earlier) {
    const bytes = await store.read(path);
    if (bytes === null) continue;
    const pointer = whole(() => parsePointer(bytes), organisationId);
    const replacedAt = whenReplaced(changedAt, successor);
    const age = now - replacedAt;
    const isPast = age > pointerGrace && (kept.length > retention.generations || age > retention.milliseconds);
    // Nobody can go back to a torn pointer, and it must not stop the clean-up.
    if (isPast || pointer === null) removed.push(path);
    else kept.push({ pointer, replacedAt, path });
    if (pointer !== null) successor = { pointer, replacedAt, path };
  }
  const named = new Set(kept.flatMap(({ pointer }) => filesOf(pointer)));
  const sizes = new Map<string, number>();
  const unnamed: Garbage[] = [];
  for (const { path, changedAt, size } of listed) {
    if (isOldRecord(path)) removed.push(path);
    if (!path.startsWith(paths.files(organisationId)) && !path.includes('/.tmp-')) continue;
    if (named.has(path)) sizes.set(path, size);
    else if (changedAt.getTime() + fileGrace < now) removed.push(path);
    else unnamed.push({ at: changedAt.getTime(), size, paths: [path] });
  }
  for (const path of findSurplus(kept, unnamed, sizes, now, retention.bytes)) removed.push(path);
  if (removed.length > 0) await beforeRemoving();
  await store.remove(removed);
  return removed;
}

function newestFirst(listed: readonly ListedFile[], history: string) {
  return listed
    .flatMap(({ path, changedAt }) => {
      const generation = path.startsWith(history) ? generationOf(path.slice(history.length)) : null;
      return generation === null ? [] : [{ path, changedAt, generation }];
    })
    .sort((one, other) => other.generation - one.generation);
}

/**
 * When an earlier pointer was replaced, in milliseconds since 1970: by the store's clock, since it is written to the
 * history right before, or by the publisher's, which its successor names and which survives a copy to another store; and
 * never later than its successor was. The earliest counts: a wrong clock may cost a rollback, but must not keep somebody's
 * data for longer.
 */
function whenReplaced(changedAt: Date, successor: Kept | undefined): number {
  const said = Date.parse(successor?.pointer.publishedAt ?? '');
  const latest = Math.min(changedAt.getTime(), successor?.replacedAt ?? Number.POSITIVE_INFINITY);
  return Number.isNaN(said) ? latest : Math.min(said, latest);
}

/** What goes at once, the time from which it is old, and the bytes that this frees. */
type Garbage = { at: number; size: number; paths: string[] };

/** The oldest of what is not shown, as much as there is beyond `bytes`. */
function findSurplus(
  kept: readonly Kept[],
  unnamed: readonly Garbage[],
  sizes: ReadonlyMap<string, number>,
  now: number,
  bytes: number,
): string[] {
  const removable = [...unnamed];
  const counted = new Set<string>();
  let excess = unnamed.reduce((sum, { size }) => sum + size, 0) - bytes;
  for (const [index, { pointer, replacedAt, path }] of kept.entries()) {
    // A file goes with the newest pointer that names it.
    const own = filesOf(pointer).filter((file) => sizes.has(file) && !counted.has(file));
    for (const file of own) counted.add(file);
    if (index === 0) continue;
    const size = own.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
    excess += size;
    // One way back always stays.
    if (index > 1 && replacedAt + readerGrace < now)
      removable.push({ at: replacedAt, size, paths: [...(path === null ? [] : [path]), ...own] });
  }
  const surplus: string[] = [];
  for (const { size, paths: old } of removable.sort((one, other) => one.at - other.at)) {
    if (excess <= 0) break;
    excess -= size;
    for (const path of old) surplus.push(path);
  }
  return surplus;
}

/** The paths of all files that a pointer names. */
export function filesOf({ organisationId, list, timetables }: Owned<Pointer>): string[] {
  return [[listName, list] as const, ...Object.entries(timetables)].flatMap(([name, { hash }]) =>
    encodingNames.map((encoding) => paths.file(organisationId, name, hash, encoding)),
  );
}
