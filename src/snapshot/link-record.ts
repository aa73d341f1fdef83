// The record of a link has two halves, which are published separately: `documents`, what the link shows, which follows from the
// timetables, and all the rest, by which requests are refused. Replacing one keeps the other, by compare-and-set, as for the
// parts of an organisation's record (replace-part.ts). So what is derived never undoes a revocation.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import { backOff } from '../back-off.ts';
import type { LinkRecord, PersonalFiles } from '../contract/types.generated.ts';
import type { Store } from '../store/store.ts';
import { formatVersion, paths } from './paths.ts';
import { type Checked, readChecked } from './read-checked.ts';
import { parseLinkRecord, recordBytes } from './read-record.ts';
import { conflictOf } from './replace-part.ts';
import { parseOwned } from './stored-organisation.ts';

/** The half by which a request is refused. */
export type LinkAccess = Omit<LinkRecord, 'formatVersion' | 'organisationId' | 'documents' | 'withheld'>;

/** The other half: what the link shows, nothing yet, or nothing since there is too much. */
export type LinkShown = PersonalFiles | 'nothing' | 'withheld';

export const shownOf = ({ record }: Pick<StoredLink, 'record'>): LinkShown =>
  record?.documents ?? (record?.withheld === true ? 'withheld' : 'nothing');

/** Whose link it is. @param sha256 of the whole token */
export type LinkPlace = { organisationId: OrganisationId; handle: Handle; sha256: string };

/** `damaged` also when it is another organisation's. */
export type StoredLink = Checked<Owned<LinkRecord>>;

/** Called right before a record is replaced or removed; throws to prevent it. */
type AssertMayPublish = () => Promise<void>;

/** Enough, since two writers conflict only while one small file is written. The pauses are in milliseconds. */
const attempts = 20;
const pauses = { first: 4, longest: 64 };

/** @throws NewerFormatError when a newer program wrote it */
export const readLink = (store: Store, { organisationId, handle, sha256 }: LinkPlace): Promise<StoredLink> =>
  readChecked(store, paths.link(handle, sha256), (bytes) => parseOwned(() => parseLinkRecord(bytes), organisationId));

/** The half of a record by which a request is refused; null when there is no record, or it is damaged. */
export function accessOf({ record }: Pick<StoredLink, 'record'>): LinkAccess | null {
  if (record === null) return null;
  const { linkId, kind, entityId, name, expiresAt, revoked, fence } = record;
  return { linkId, kind, entityId, name, expiresAt, revoked, fence };
}

/**
 * Replaces the half by which requests are refused, if it is still what the caller read. A revoked link names no documents any
 * more, so that the clean-up may take them. A damaged record is written anew without documents, which are derived again: a
 * revocation must not wait for a repair.
 * @param stored the record as the caller read it, before it read what `access` says
 * @throws ConflictError when another publisher was quicker
 */
export async function replaceLinkAccess(
  store: Store,
  place: LinkPlace,
  stored: StoredLink,
  access: LinkAccess,
  assertMayPublish: AssertMayPublish,
): Promise<void> {
  const expected = JSON.stringify(accessOf(stored));
  let found = stored;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    // What was there and is not any more was removed by another publisher.
    const isRemoved = found.state === 'absent' && stored.state !== 'absent';
    if (isRemoved || JSON.stringify(accessOf(found)) !== expected) break;
    const shown = access.revoked ? 'nothing' : shownOf(found);
    await assertMayPublish();
    if (await store.replace(pathOf(place), bytesOf(place, access, shown), found.bytes)) return;
    await sleep(backOff(attempt, pauses));
    found = await readLink(store, place);
  }
  throw conflictOf(place.organisationId);
}

/**
 * Replaces what a link shows, if that is still what the caller read.
 * @returns `refused`, and changes nothing, when the link is revoked, removed or not published yet, or its record is damaged
 * @throws ConflictError when another publisher was quicker
 */
export async function replacePersonalFiles(
  store: Store,
  place: LinkPlace,
  stored: StoredLink,
  shown: LinkShown,
  assertMayPublish: AssertMayPublish,
): Promise<'replaced' | 'refused'> {
  const expected = JSON.stringify(shownOf(stored));
  let found = stored;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const access = accessOf(found);
    if (access === null || access.revoked) return 'refused';
    if (JSON.stringify(shownOf(found)) !== expected) break;
    await assertMayPublish();
    if (await store.replace(pathOf(place), bytesOf(place, access, shown), found.bytes)) return 'replaced';
    await sleep(backOff(attempt, pauses));
    found = await readLink(store, place);
  }
  throw conflictOf(place.organisationId);
}

const pathOf = ({ handle, sha256 }: LinkPlace): string => paths.link(handle, sha256);

const bytesOf = ({ organisationId }: LinkPlace, access: LinkAccess, shown: LinkShown): Uint8Array =>
  recordBytes({
    ...{ formatVersion, organisationId, ...access },
    documents: typeof shown === 'string' ? null : shown,
    ...(shown === 'withheld' && { withheld: true }),
  } satisfies LinkRecord);
