// Garbage collection: removes files that no kept pointer names, from old generations and crashed publishers. A reader may
// still be loading a file that a pointer named a moment ago, so each file has a grace period. Earlier generations are limited
// in number, age and size. Above the size limit the oldest is removed first, after a grace period of a few seconds; the
// current generation and the one before it stay. What is read and what is listed must agree: a record that is cut short, or
// older than the history, names too few files, and then nothing is removed.

import type { OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer, PublishedFile } from '../contract/types.generated.ts';
import { BrokenRecordError } from '../errors.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { isLeftover } from '../store/folder/staged-files.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { ListedFile, Store } from '../store/store.ts';
import { type DerivedParts, derivedParts, derivedPaths, isOfLaterWriting, replacedPaths } from './derived-files.ts';
import { findLinkFiles, isLinkFile } from './link-files.ts';
import { generationOf, readEarlierPointer } from './load-published.ts';
import { encodingNames, isOldRecord, listName, paths } from './paths.ts';
import { damagedRecord, readRecordById } from './stored-organisation.ts';

/**
 * The limits on earlier pointers: how many are kept, for how many milliseconds after they were replaced, and how many bytes
 * of garbage an organisation may have. The latest earlier pointer is subject to the age limit only.
 */
export type Retention = { generations: number; milliseconds: number; bytes: number };

/** People who left a school must not stay in its history, and a rollback is wanted within days. */
export const defaultRetention: Retention = { generations: 10, milliseconds: 30 * 86_400_000, bytes: 64_000_000 };

/** In milliseconds: how long a pointer is kept after it was replaced, and an unnamed file after it was written. */
export const pointerGrace = 60_000;
const fileGrace = 3_600_000;

/** In milliseconds: how long files of a replaced pointer stay whatever their size. A server reads a file in less. */
export const readerGrace = 5_000;

/** A kept pointer, when it was replaced, and its file in the history; null for the current one. */
type Kept = { pointer: Owned<Pointer>; replacedAt: number; path: string | null };

type Options = { assertMayPublish?: () => Promise<void>; retention?: Retention };

/**
 * Removes the garbage of one organisation.
 * @param now the clock, in milliseconds since 1970
 * @param options.assertMayPublish is called right before files are removed, and throws to prevent it. The caller must
 *   hold the organisation's lease: a concurrent publisher could write a pointer that names one of the files again.
 * @returns the paths that were removed
 */
export async function removeGarbage(
  store: Store,
  organisationId: OrganisationId,
  now: number,
  { assertMayPublish = async () => {}, retention = defaultRetention }: Options = {},
): Promise<string[]> {
  const listed = await store.list(paths.organisation(organisationId));
  const stored = await readRecordById(store, organisationId);
  const earlier = newestFirst(listed, paths.history(organisationId));
  // Until it is repaired nobody knows which files it names.
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  const current = stored.record?.pointer ?? null;
  // Without a pointer either nothing was published yet, or a lost record is about to be republished.
  if (stored.record === null || current === null) return [];
  // A pointer is kept in the history right before its successor is published.
  if ((earlier[0]?.generation ?? 0) > current.generation)
    throw new BrokenRecordError(`the record of organisation ${organisationId} is older than its history`);
  const parts = derivedParts(stored.record);
  /** What the next change is compared with, which must not be lost. */
  const compared = parts.changes?.generation;
  const kept: Kept[] = [{ pointer: current, replacedAt: Number.POSITIVE_INFINITY, path: null }];
  let successor = kept[0];
  const removed: string[] = [];
  // Several at once, since the organisation's next publication may be waiting.
  const read = await mapConcurrently(earlier, readsAtOnce, async (file) => ({
    ...file,
    pointer: await readEarlierPointer(store, file, organisationId),
  }));
  for (const { path, changedAt, pointer } of read) {
    const replacedAt = whenReplaced(changedAt, successor);
    const age = now - replacedAt;
    const isExpired = age > pointerGrace && (kept.length > retention.generations || age > retention.milliseconds);
    // A broken pointer is useless for a rollback, and must not stop the clean-up.
    if ((isExpired && pointer?.generation !== compared) || pointer === null) removed.push(path);
    else kept.push({ pointer, replacedAt, path });
    if (pointer !== null) successor = { pointer, replacedAt, path };
  }
  const ofLinks = await findLinkFiles(store, organisationId, stored.record.handle, listed);
  const named = new Set([
    ...kept.flatMap(({ pointer }) => filesOf(pointer)),
    ...derivedPaths(organisationId, parts),
    ...ofLinks.named,
  ]);
  const replacedAt = new Map([...replacedPaths(organisationId, parts), ...ofLinks.replacedAt]);
  const writtenLater = isOfLaterWriting(parts);
  const sizes = new Map<string, number>();
  const unnamed: Garbage[] = [];
  for (const { path, changedAt, size } of listed) {
    if (isOldRecord(path)) removed.push(path);
    const isOfLinks = isLinkFile(organisationId, path);
    if (!path.startsWith(paths.files(organisationId)) && !isOfLinks && !isLeftover(path)) continue;
    if (isOfLinks && ofLinks.areUnknown) continue;
    const since = replacedAt.get(path);
    if (named.has(path)) sizes.set(path, size);
    else if (isWithin(readerGrace, since, now)) continue;
    else if (
      changedAt.getTime() + fileGrace < now &&
      !isWithin(pointerGrace, since, now) &&
      !writtenLater(path, changedAt)
    )
      removed.push(path);
    else unnamed.push({ at: Math.max(changedAt.getTime(), since ?? 0), size, paths: [path] });
  }
  for (const path of findSurplus({ kept, compared, unnamed, sizes, now, bytes: retention.bytes })) removed.push(path);
  if (removed.length > 0) {
    await assertStill(store, organisationId, current, parts);
    await assertMayPublish();
  }
  await store.remove(removed);
  return removed;
}

/**
 * Reads the record again. The history does not tell that a reading was one generation too old, which a publisher that crashed
 * leaves too, nor that it was older than the parts beside it.
 * @throws BrokenRecordError when it names other files now
 */
async function assertStill(
  store: Store,
  organisationId: OrganisationId,
  current: Pointer,
  parts: DerivedParts,
): Promise<void> {
  const { record } = await readRecordById(store, organisationId);
  const found = JSON.stringify(record === null ? null : derivedParts(record));
  if (record?.pointer?.generation === current.generation && found === JSON.stringify(parts)) return;
  throw new BrokenRecordError(`the record of organisation ${organisationId} is another one each time it is read`);
}

/** Whether it was so many milliseconds ago at most. A moment that is still to come is of a clock that was wrong. */
const isWithin = (grace: number, at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) <= grace;

function newestFirst(listed: readonly ListedFile[], history: string) {
  return listed
    .flatMap(({ path, changedAt, size }) => {
      const generation = path.startsWith(history) ? generationOf(path.slice(history.length)) : null;
      return generation === null ? [] : [{ path, changedAt, size, generation }];
    })
    .sort((one, other) => other.generation - one.generation);
}

/**
 * When an earlier pointer was replaced, in milliseconds since 1970. This is the earliest of three times: when it was
 * written to the history, by the store's clock; when its successor was published, by the publisher's clock, which survives
 * a copy to another store; and when its successor was replaced. So a wrong clock may cost a rollback, but never keeps
 * personal data for longer.
 */
function whenReplaced(changedAt: Date, successor: Kept | undefined): number {
  const publishedAt = Date.parse(successor?.pointer.publishedAt ?? '');
  const latest = Math.min(changedAt.getTime(), successor?.replacedAt ?? Number.POSITIVE_INFINITY);
  return Number.isNaN(publishedAt) ? latest : Math.min(publishedAt, latest);
}

/** Files to remove together, when they became garbage, and their size. */
type Garbage = { at: number; size: number; paths: string[] };

/** The oldest garbage, as much as exceeds `bytes`. */
function findSurplus({
  kept,
  compared,
  unnamed,
  sizes,
  now,
  bytes,
}: {
  kept: readonly Kept[];
  compared: number | undefined;
  unnamed: readonly Garbage[];
  sizes: ReadonlyMap<string, number>;
  now: number;
  bytes: number;
}): string[] {
  const removable = [...unnamed];
  const counted = new Set<string>();
  let excess = unnamed.reduce((sum, { size }) => sum + size, 0) - bytes;
  for (const [index, { pointer, replacedAt, path }] of kept.entries()) {
    // A file belongs to the newest pointer that names it.
    const own = filesOf(pointer).filter((file) => sizes.has(file) && !counted.has(file));
    for (const file of own) counted.add(file);
    if (index === 0) continue;
    const size = own.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
    excess += size;
    // The latest earlier pointer always stays, for a rollback.
    if (index > 1 && replacedAt + readerGrace < now && pointer.generation !== compared)
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

/** The list, and the one without drafts where it is another file. Both have the same name. */
export const listsOf = ({ list, publishedList = list }: Pointer): PublishedFile[] =>
  publishedList.hash === list.hash ? [list] : [list, publishedList];

/** All files that a pointer names, by their names. */
export const namedFiles = (pointer: Pointer): [string, PublishedFile][] => [
  ...listsOf(pointer).map((file): [string, PublishedFile] => [listName, file]),
  ...Object.entries(pointer.timetables),
];

/** The paths of all files that a pointer names, in every encoding. */
export const filesOf = (pointer: Owned<Pointer>): string[] =>
  namedFiles(pointer).flatMap(([name, { hash }]) =>
    encodingNames.map((encoding) => paths.file(pointer.organisationId, name, hash, encoding)),
  );
