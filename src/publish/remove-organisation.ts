// Removes what is published of an organisation that its source does not have any more.

import type { Handle, OrganisationId } from '../access/ids.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';
import { readHandle, readRecordByHandle } from '../snapshot/stored-organisation.ts';

/**
 * Removes everything published of an organisation. Its record is removed first, since it decides requests, and the file
 * with its handle last, so that an interrupted removal can be continued.
 */
export async function removeOrganisation(store: Store, organisationId: OrganisationId): Promise<void> {
  const handle = await readHandle(store, organisationId);
  if (handle !== null) await store.remove([paths.record(handle)]);
  const last = paths.handle(organisationId);
  const files = (await store.list(paths.organisation(organisationId))).map(({ path }) => path);
  await store.remove(files.filter((path) => path !== last));
  await store.remove([last]);
}

/**
 * Removes the record under a handle, which contains the keys.
 * @param assertMayPublish throws to prevent it
 * @returns the path of the record, if there was one
 */
export async function removeRecord(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  assertMayPublish: () => Promise<void>,
): Promise<string[]> {
  const { bytes } = await readRecordByHandle(store, organisationId, handle);
  await assertMayPublish();
  await store.remove([paths.record(handle)]);
  return bytes === null ? [] : [paths.record(handle)];
}
