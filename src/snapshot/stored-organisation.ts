// An organisation's record as it lies in the store. Keys name it by its handle; who knows the organisation's id alone
// finds the handle in a small file of the organisation's own folder, which is there before the record is.

import type { Handle, OrganisationId } from '../access/ids.ts';
import { BrokenRecordError, NewerFormatError } from '../errors.ts';
import { formatVersion, paths } from './paths.ts';
import { type Organisation, parseHandleRecord, parseOrganisation, recordBytes } from './read-record.ts';
import type { Store } from './store.ts';

export type StoredOrganisation = {
  /** Null when the record is broken, another's or not there: publishing writes it anew. */
  record: Organisation | null;
  /** What lies in the record's place, readable or not; null when nothing does. */
  bytes: Uint8Array | null;
};

const nothing: StoredOrganisation = { record: null, bytes: null };

/** @throws NewerFormatError when a newer program wrote it */
export async function readStored(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle | null,
): Promise<StoredOrganisation> {
  if (handle === null) return nothing;
  const bytes = await store.read(paths.record(handle));
  const record = bytes && whole(() => parseOrganisation(bytes), organisationId);
  return { record: record?.handle === handle ? record : null, bytes };
}

/** The record of an organisation of which the id alone is known. */
export const readOrganisation = async (store: Store, organisationId: OrganisationId): Promise<StoredOrganisation> =>
  readStored(store, organisationId, await readHandle(store, organisationId));

/** The handle under which the organisation is published; null when it is not. */
export async function readHandle(store: Store, organisationId: OrganisationId): Promise<Handle | null> {
  const bytes = await store.read(paths.handle(organisationId));
  return (bytes && whole(() => parseHandleRecord(bytes), organisationId)?.handle) ?? null;
}

/**
 * Makes the handle the one under which the organisation is published. One that was deleted and made again has another;
 * the record under the earlier one goes, since its keys would open it for ever.
 * @param beforeChanging throws to prevent it
 */
export async function claimHandle(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  beforeChanging: () => Promise<void>,
): Promise<void> {
  const earlier = await readHandle(store, organisationId);
  if (earlier === handle) return;
  await beforeChanging();
  if (earlier !== null) await store.remove([paths.record(earlier)]);
  const bytes = recordBytes({ formatVersion, organisationId, handle });
  await store.write([{ path: paths.handle(organisationId), bytes }]);
}

/**
 * A record of the organisation, or null when it is broken or another's.
 * @throws NewerFormatError when a newer program wrote it
 */
export function whole<Kind extends { organisationId: OrganisationId }>(
  read: () => Kind,
  organisationId: OrganisationId,
): Kind | null {
  try {
    const record = read();
    return record.organisationId === organisationId ? record : null;
  } catch (error) {
    if (error instanceof BrokenRecordError && !(error instanceof NewerFormatError)) return null;
    throw error;
  }
}
