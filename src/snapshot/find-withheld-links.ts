// Finds the links of an organisation that show nothing since all of them together would show too much, for those who report it.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type { LinkRecord } from '../contract/types.generated.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { Store } from '../store/store.ts';
import { readLink } from './link-record.ts';
import { hashOfLinkName, paths } from './paths.ts';

export type WithheldLink = Pick<LinkRecord, 'linkId' | 'kind' | 'entityId'>;

/** How many are named: they usually have one cause, which the first of them show. */
const mostNamed = 100;

/** Reads the records of all links, or as many as are needed. */
export async function findWithheldLinks(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
): Promise<WithheldLink[]> {
  const names = await store.listNames(paths.linksOf(handle));
  const found: WithheldLink[] = [];
  await mapConcurrently(names, readsAtOnce, async (name) => {
    const sha256 = hashOfLinkName(name);
    if (sha256 === null || found.length >= mostNamed) return;
    const { record } = await readLink(store, { organisationId, handle, sha256 });
    if (record?.withheld !== true || found.length >= mostNamed) return;
    const { linkId, kind, entityId } = record;
    found.push({ linkId, kind, entityId });
  });
  return found.sort((one, other) => (one.linkId < other.linkId ? -1 : 1));
}
