// Compares the records of an organisation's links with the database, some at a time.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { selectHashesAfter, selectLinks, selectUnknownHashes } from '../database/select-links.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { isPublished } from '../publish/access/publish-links.ts';
import { readLink } from '../snapshot/link-record.ts';
import { hashOfLinkName, paths } from '../snapshot/paths.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { Store } from '../store/store.ts';

/** How many links are read from the database with one statement. */
const pageSize = 1000;

export type LinkDifference = { path: string; difference: string };

export async function compareLinks(
  database: Database,
  store: Store,
  { organisationId, handle }: { organisationId: OrganisationId; handle: Handle },
): Promise<LinkDifference[]> {
  const names = await store.listNames(paths.linksOf(handle));
  const found: LinkDifference[] = [];
  const read = (sha256: string) => readLink(store, { organisationId, handle, sha256 });
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: string[] = await selectHashesAfter(database, organisationId, after, pageSize);
    const known = await selectLinks(database, organisationId, page);
    await mapConcurrently([...known], readsAtOnce, async ([sha256, link]) => {
      const stored = await read(sha256);
      if (isPublished(stored, link)) return;
      const states = { absent: 'is missing, of', damaged: 'is damaged, of', intact: 'differs from the database in' };
      found.push({ path: paths.link(handle, sha256), difference: `${states[stored.state]} link ${link.linkId}` });
    });
    after = page.length < pageSize ? undefined : page.at(-1);
  }
  const stored = names.flatMap((name) => hashOfLinkName(name) ?? []);
  for (const sha256 of await selectUnknownHashes(database, organisationId, stored)) {
    const { record } = await read(sha256);
    // One that was revoked long ago is removed by a full build.
    if (record === null || record.revoked) continue;
    const difference = `is the record of link ${record.linkId}, which the database does not have`;
    found.push({ path: paths.link(handle, sha256), difference });
  }
  return found;
}
