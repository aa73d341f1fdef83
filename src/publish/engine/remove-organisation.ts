// Removes what is published of an organisation that its source does not have any more. A record is removed because of its
// owner, which it names, and not because of its path: a handle may lead to another organisation by now.

import type { Handle, OrganisationId } from '../../access/ids.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { paths } from '../../snapshot/paths.ts';
import { parseOrganisationRecord } from '../../snapshot/read-record.ts';
import { damagedRecord, parseOwned, readHandle, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { readsAtOnce } from '../../store/reads-at-once.ts';
import type { Store } from '../../store/store.ts';
import type { HandleOwner } from '../port.ts';

/**
 * Whose a handle is in the source, for a record that does not tell: nobody's, in which case the record may be removed; another
 * organisation's, whose publication writes it again; or unknown, in which case only a repair removes it.
 */
export type FindOwner = (handle: Handle) => Promise<HandleOwner>;

/**
 * The paths of the organisation's records that may be removed: one, if everything is in order.
 * @throws BrokenRecordError when the record is damaged, and nobody knows whose it is
 */
export async function findRecordsOf(
  store: Store,
  organisationId: OrganisationId,
  findOwner: FindOwner,
  isRepair: boolean,
): Promise<string[]> {
  const named = await readHandle(store, organisationId);
  if (named.record === null) return findRecordsByOwner(store, organisationId, named.state);
  const { state } = await readRecordByHandle(store, organisationId, named.record);
  if (state === 'absent') return [];
  const owner = state === 'intact' ? 'nobody' : await findOwner(named.record);
  if (owner === 'unknown' && !isRepair) throw damagedRecord(organisationId);
  // The file names the record of another organisation, so where its own is must be looked for.
  if (owner === 'another') return findRecordsByOwner(store, organisationId, 'damaged');
  return [paths.record(named.record)];
}

/** Reads every record, for an organisation whose handle is not known although something of it is published. */
async function findRecordsByOwner(
  store: Store,
  organisationId: OrganisationId,
  handle: 'absent' | 'damaged' | 'intact',
): Promise<string[]> {
  if (handle === 'absent' && (await store.list(paths.organisation(organisationId))).length === 0) return [];
  const all = (await store.listNames(paths.records)).map((name) => `${paths.records}${name}`);
  const owned = await mapConcurrently(all, readsAtOnce, async (path) => {
    const bytes = await store.read(path);
    return bytes !== null && parseOwned(() => parseOrganisationRecord(bytes), organisationId) !== null;
  });
  return all.filter((_, index) => owned[index]);
}

/**
 * The records of the organisation's links that may be removed. Where its handle cannot be read, or may be another organisation's,
 * nobody knows them; they open nothing without a record, and a clean-up of handles that nobody has removes them.
 */
async function findLinksOf(store: Store, organisationId: OrganisationId, findOwner: FindOwner): Promise<string[]> {
  const { record: handle } = await readHandle(store, organisationId);
  if (handle === null) return [];
  const { state } = await readRecordByHandle(store, organisationId, handle);
  if (state !== 'intact' && (await findOwner(handle)) !== 'nobody') return [];
  return (await store.list(paths.linksOf(handle))).map(({ path }) => path);
}

/**
 * Removes everything published of an organisation. Its record is removed first, since it decides requests, links too, and the
 * file with its handle last, so that an interrupted removal can be continued.
 */
export async function removeOrganisation(
  store: Store,
  organisationId: OrganisationId,
  findOwner: FindOwner,
  isRepair = false,
): Promise<void> {
  const links = await findLinksOf(store, organisationId, findOwner);
  await store.remove(await findRecordsOf(store, organisationId, findOwner, isRepair));
  await store.remove(links);
  const last = paths.handle(organisationId);
  const files = (await store.list(paths.organisation(organisationId))).map(({ path }) => path);
  await store.remove(files.filter((path) => path !== last));
  await store.remove([last]);
}
