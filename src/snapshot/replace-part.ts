// An organisation's record has parts that are published separately: `access`, `pointer`, `changes` and, with a calendar, `derived` and `days`.
// Replacing one keeps the others as they are, so a record of which a part is unknown is never written. A publisher that was
// paused finds its own part changed and gives up; when only another part has changed, it retries.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import { backOff } from '../back-off.ts';
import type { Pointer } from '../contract/types.generated.ts';
import { ConflictError } from '../errors.ts';
import type { NewFile, Store } from '../store/store.ts';
import type { PublishedState } from './load-published.ts';
import { formatVersion, paths } from './paths.ts';
import { type ParsedOrganisationRecord, recordBytes } from './read-record.ts';
import { damagedRecord, readRecordByHandle, type StoredOrganisation } from './stored-organisation.ts';

export type Parts = Pick<ParsedOrganisationRecord, 'access' | 'pointer' | 'derived' | 'days' | 'changes'>;

/**
 * The record to replace, and its content as the caller read it. `latest`: as it is by now, where the caller knows that another part was
 * replaced since.
 */
export type ReplacedRecord = {
  organisationId: OrganisationId;
  handle: Handle;
  stored: StoredOrganisation;
  latest?: StoredOrganisation;
};

/** Called right before a part is replaced, with the earlier part; throws to prevent it. */
export type AssertMayPublish = (replaced: { fence?: number } | null) => Promise<void>;

/** Another publisher was quicker. */
export const conflictOf = (organisationId: OrganisationId, options?: ErrorOptions): ConflictError =>
  new ConflictError(`another publisher has published organisation ${organisationId} meanwhile`, options);

/** Enough, since two writers conflict only while one small file is written. The pauses are in milliseconds. */
const attempts = 20;
const pauses = { first: 4, longest: 64 };

/**
 * Replaces one part of an organisation's record, if that part is still what the caller read. Without a value, `derived` or
 * `days` is removed.
 * @returns the other parts as they are beside it, which the caller may have read as they were before
 * @throws ConflictError; BrokenRecordError when the record is damaged
 */
export async function replacePart<Part extends keyof Parts>(
  store: Store,
  { organisationId, handle, stored, latest = stored }: ReplacedRecord,
  part: Part,
  value: Parts[Part],
  assertMayPublish: AssertMayPublish,
): Promise<Pick<Parts, 'access' | 'pointer'>> {
  const expected = JSON.stringify(partOf(stored, part));
  let found = latest;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (found.state === 'damaged') throw damagedRecord(organisationId);
    // What was there and is not any more was removed by another publisher.
    const isRemoved = found.state === 'absent' && stored.state !== 'absent';
    if (isRemoved || JSON.stringify(partOf(found, part)) !== expected) break;
    const { access = null, pointer = null, derived, days, changes } = found.record ?? {};
    const record = { formatVersion, handle, organisationId, access, pointer, derived, days, changes, [part]: value };
    await assertMayPublish(partOf(stored, part));
    if (await store.replace(paths.record(handle), recordBytes(record), found.bytes)) return { access, pointer };
    await sleep(backOff(attempt, pauses));
    found = await readRecordByHandle(store, organisationId, handle);
  }
  throw conflictOf(organisationId);
}

/**
 * Replaces a damaged record by a whole one, if it is still the one that the caller read.
 * @throws ConflictError
 */
export async function replaceWhole(
  store: Store,
  { organisationId, handle, stored }: ReplacedRecord,
  parts: Parts,
  assertMayPublish: AssertMayPublish,
): Promise<void> {
  const record = { formatVersion, handle, organisationId, ...parts };
  await assertMayPublish(null);
  if (await store.replace(paths.record(handle), recordBytes(record), stored.bytes)) return;
  throw conflictOf(organisationId);
}

const partOf = ({ record }: StoredOrganisation, part: keyof Parts) => record?.[part] ?? null;

/** The file that keeps a snapshot's pointer for rollback; none before the first snapshot. */
export const earlierPointer = ({ pointer }: PublishedState): NewFile[] =>
  pointer === null
    ? []
    : [{ path: paths.earlierPointer(pointer.organisationId, pointer.generation), bytes: recordBytes(pointer) }];

/**
 * Publishes a snapshot: replaces the organisation's pointer, if the record is still the one in the snapshot `before`. The
 * replaced pointer is kept for rollback first.
 * @throws ConflictError when another publisher came first
 */
export async function swapPointer(
  store: Store,
  handle: Handle,
  pointer: Owned<Pointer>,
  before: PublishedState,
  assertMayPublish: AssertMayPublish,
): Promise<void> {
  const { organisationId } = pointer;
  if (before.pointer?.generation !== pointer.generation) await store.write(earlierPointer(before));
  await replacePart(store, { organisationId, handle, stored: before.stored }, 'pointer', pointer, assertMayPublish);
}
