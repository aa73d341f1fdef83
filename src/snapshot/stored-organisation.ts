// Reads an organisation's record from the store. The record's path contains the handle, as keys do. To find it by the
// organisation's id, a small file in the organisation's folder holds the handle; it is written before the record.

import type { Handle, OrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import { BrokenRecordError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { formatVersion, paths } from './paths.ts';
import { absent, type Checked, readChecked } from './read-checked.ts';
import {
  nullIfBroken,
  type ParsedOrganisationRecord,
  parseHandleRecord,
  parseOrganisationRecord,
  recordBytes,
} from './read-record.ts';

/**
 * `damaged` also when it is another organisation's. No part of a damaged record is known, so none is ever replaced alone: it
 * is left as it is, which answers its callers 500, until a full build writes it as a whole.
 */
export type StoredOrganisation = Checked<ParsedOrganisationRecord>;

/** @throws NewerFormatError when a newer program wrote it */
export const readRecordByHandle = (
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
): Promise<StoredOrganisation> =>
  readChecked(store, paths.record(handle), (bytes) => {
    const record = parseOwned(() => parseOrganisationRecord(bytes), organisationId);
    return record?.handle === handle ? record : null;
  });

/** Reads a record when only the organisation's id is known. Damaged too when the file with the handle is. */
export async function readRecordById(store: Store, organisationId: OrganisationId): Promise<StoredOrganisation> {
  const found = await readHandle(store, organisationId);
  if (found.state === 'damaged') return found;
  return found.record === null ? absent : readRecordByHandle(store, organisationId, found.record);
}

/** The handle under which the organisation is published. */
export const readHandle = (store: Store, organisationId: OrganisationId): Promise<Checked<Handle>> =>
  readChecked(
    store,
    paths.handle(organisationId),
    (bytes) => parseOwned(() => parseHandleRecord(bytes), organisationId)?.handle ?? null,
  );

/** Why nothing is published over a damaged record, and what to do. */
export const damagedRecord = (organisationId: OrganisationId): BrokenRecordError =>
  new BrokenRecordError(
    `the record of organisation ${organisationId} is damaged, or another organisation's, so nothing of it is replaced. ` +
      `If it stays so, \`${commandLine(`build --organisation ${organisationId} --full`)}\` writes it again; a program that ` +
      'publishes its own data calls publish() with repair',
  );

/**
 * Publishes the organisation under this handle. An organisation that was deleted and created again has a new one; its old
 * record is removed, since its keys would otherwise work for ever, and then its links. A record with another owner stays.
 * @param assertMayPublish throws to prevent it
 */
export async function assignHandle(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  assertMayPublish: () => Promise<void>,
): Promise<void> {
  const { record: earlier } = await readHandle(store, organisationId);
  if (earlier === handle) return;
  await assertMayPublish();
  if (earlier !== null && (await readRecordByHandle(store, organisationId, earlier)).state === 'intact') {
    await store.remove([paths.record(earlier)]);
    await store.remove((await store.list(paths.linksOf(earlier))).map(({ path }) => path));
  }
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
