// Reads an organisation's record from the store. The record's path contains the handle, as keys do. To find it by the
// organisation's id, a small file in the organisation's folder holds the handle; it is written before the record.

import type { Handle, OrganisationId } from '../access/ids.ts';
import { formatVersion, paths } from './paths.ts';
import {
  nullIfBroken,
  type ParsedOrganisationRecord,
  parseHandleRecord,
  parseOrganisationRecord,
  recordBytes,
} from './read-record.ts';
import type { Store } from './store.ts';

export type StoredOrganisation = {
  /** Null when the record is broken, missing or another organisation's: publishing rewrites it. */
  record: ParsedOrganisationRecord | null;
  /** The bytes at the record's path, valid or not; null when there is no file. */
  bytes: Uint8Array | null;
};

const nothing: StoredOrganisation = { record: null, bytes: null };

/** @throws NewerFormatError when a newer program wrote it */
export async function readRecordByHandle(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle | null,
): Promise<StoredOrganisation> {
  if (handle === null) return nothing;
  const bytes = await store.read(paths.record(handle));
  const record = bytes && parseOwned(() => parseOrganisationRecord(bytes), organisationId);
  return { record: record?.handle === handle ? record : null, bytes };
}

/** Reads a record when only the organisation's id is known. */
export const readRecordById = async (store: Store, organisationId: OrganisationId): Promise<StoredOrganisation> =>
  readRecordByHandle(store, organisationId, await readHandle(store, organisationId));

/** The handle under which the organisation is published; null when it is not. */
export async function readHandle(store: Store, organisationId: OrganisationId): Promise<Handle | null> {
  const bytes = await store.read(paths.handle(organisationId));
  return (bytes && parseOwned(() => parseHandleRecord(bytes), organisationId)?.handle) ?? null;
}

/**
 * Publishes the organisation under this handle. An organisation that was deleted and created again has a new one; the old
 * record is removed, since its keys would otherwise work for ever.
 * @param assertMayPublish throws to prevent it
 */
export async function assignHandle(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  assertMayPublish: () => Promise<void>,
): Promise<void> {
  const earlier = await readHandle(store, organisationId);
  if (earlier === handle) return;
  await assertMayPublish();
  if (earlier !== null) await store.remove([paths.record(earlier)]);
  const bytes = recordBytes({ formatVersion, organisationId, handle });
  await store.write([{ path: paths.handle(organisationId), bytes }]);
}

/**
 * Parses a record; null when it is broken or another organisation's.
 * @throws NewerFormatError when a newer program wrote it
 */
export function parseOwned<Kind extends { organisationId: OrganisationId }>(
  parse: () => Kind,
  organisationId: OrganisationId,
): Kind | null {
  const record = nullIfBroken(parse);
  return record?.organisationId === organisationId ? record : null;
}
