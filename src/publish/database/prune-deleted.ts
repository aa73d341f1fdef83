// Removes deleted organisations from the published output.

import { isOrganisationId } from '../../access/ids.ts';
import { selectKnownOrganisations } from '../../database/organisation.ts';
import { pruneLeases } from '../../database/queue/publish-lease.ts';
import { oldKeys, paths } from '../../snapshot/paths.ts';
import { removeOrganisation } from '../engine/remove-organisation.ts';
import { judgeRemovals } from '../judge-removals.ts';
import { type DatabasePublisher, ownerOf } from './database-port.ts';
import { findStrayLinks, findStrays } from './find-strays.ts';

/**
 * Removes records, links, folders and leases of organisations that are not in the database, unless they are so many that the removal
 * awaits approval. Removes the key files of release 0.1 as well.
 * @returns the paths and organisations that were removed
 */
export async function pruneDeleted({ store, removesInBulk, port }: DatabasePublisher): Promise<string[]> {
  const { database } = port;
  await pruneLeases(database);
  const old = await store.list(oldKeys);
  await store.remove(old.map(({ path }) => path));
  // List the store before reading the database, so that what is created in between does not look deleted.
  const folders = (await store.listNames(paths.organisations)).filter(isOrganisationId);
  const strays = await findStrays(database, store);
  const strayLinks = await findStrayLinks(database, store);
  const owners = strays.flatMap(({ owner }) => (isOrganisationId(owner) ? [owner] : []));
  const publishedIds = [...new Set([...folders, ...owners])];
  const known = await selectKnownOrganisations(database, publishedIds);
  const organisations = publishedIds.filter((id) => !known.has(id));
  if (organisations.length + strays.length + strayLinks.length === 0) return [];
  const areAllowed =
    organisations.length === 0 ||
    removesInBulk ||
    (await judgeRemovals(port.removals, store, organisations)).areAllowed;

  // Records first, so that nobody can request what is being removed.
  const removed: string[] = [];
  for (const { path, owner } of strays) {
    // One that does not tell its owner may be that of an organisation whose removal awaits approval.
    if (!areAllowed && (!isOrganisationId(owner) || !known.has(owner))) continue;
    await store.remove([path]);
    removed.push(path);
  }
  // While a removal awaits approval, nobody knows which of them are its links.
  for (const handle of areAllowed ? strayLinks : []) {
    const links = await store.list(paths.linksOf(handle));
    await store.remove(links.map(({ path }) => path));
    removed.push(paths.linksOf(handle));
  }
  for (const id of areAllowed ? organisations : []) {
    await removeOrganisation(store, id, (handle) => ownerOf(database, handle));
    removed.push(id);
  }
  return removed;
}
