import type { OrganisationId } from '../access/ids.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';
import { readHandle } from '../snapshot/stored-organisation.ts';
import type { PublishedOrganisation } from './publish-organisation.ts';

/** Removes all that is published of an organisation: what decides requests first, and last where that lies. */
export async function removeOrganisation(store: Store, organisationId: OrganisationId): Promise<PublishedOrganisation> {
  const handle = await readHandle(store, organisationId);
  if (handle !== null) await store.remove([paths.record(handle)]);
  const last = paths.handle(organisationId);
  const files = (await store.list(paths.organisation(organisationId))).map(({ path }) => path);
  await store.remove(files.filter((path) => path !== last));
  await store.remove([last]);
  return { organisationId, generation: 0, written: [], writtenBytes: 0, dropped: [], withheld: [], warnings: [] };
}
