// Removes deleted keys and deleted organisations from the published output.

import { isOrganisationId } from '../access/ids.ts';
import type { Database } from '../database/open-database.ts';
import { selectKnownOrganisations } from '../database/organisation.ts';
import { pruneLeases } from '../database/publish-lease.ts';
import { oldKeys, paths } from '../snapshot/paths.ts';
import { findDeleted } from './find-deleted.ts';
import { judgeRemovals, mayRemove, type Removals } from './judge-removals.ts';
import { retryWhileLeased } from './lease.ts';
import type { Publisher } from './publish-organisation.ts';
import { removeKeys } from './publish-pending.ts';
import { removeOrganisation } from './remove-organisation.ts';

/**
 * Removes keys, records, folders and leases of organisations that are not in the database. A large removal is held for
 * approval. Removes the key files of release 0.1 as well.
 * @returns the paths and organisations that were removed
 */
export async function pruneDeleted(publisher: Publisher, database: Database): Promise<string[]> {
  const { store, now, removesInBulk } = publisher;
  await pruneLeases(database);
  const old = await store.list(oldKeys);
  await store.remove(old.map(({ path }) => path));
  // List the store before reading the database, so that what is created in between does not look deleted.
  const folders = (await store.listNames(paths.organisations)).filter(isOrganisationId);
  const { keys, strays } = await findDeleted(database, store);
  const owners = strays.flatMap(({ owner }) => (isOrganisationId(owner) ? [owner] : []));
  const publishedIds = [...new Set([...folders, ...owners])];
  const known = await selectKnownOrganisations(database, publishedIds);
  const organisations = publishedIds.filter((id) => !known.has(id));
  if (organisations.length + keys.size + strays.length === 0) return [];
  const removals: Removals = removesInBulk
    ? 'all'
    : await judgeRemovals(database, store, now(), { organisations: new Set(organisations), keys });

  // Keys first, so that nobody can request what is being removed.
  const removed: string[] = [];
  const allowed = [...keys].filter(([hash]) => removals === 'all' || removals.allowed.keys.has(hash));
  for (const owner of new Set(allowed.map(([, id]) => id))) {
    if (!isOrganisationId(owner) || !known.has(owner)) continue;
    const records = await retryWhileLeased(owner, () => removeKeys(publisher, database, owner, removals));
    for (const path of records ?? []) removed.push(path);
  }
  for (const { path, owner } of strays) {
    if (isOrganisationId(owner) && !known.has(owner) && !mayRemove(removals, owner)) continue;
    await store.remove([path]);
    removed.push(path);
  }
  for (const id of organisations) {
    if (!mayRemove(removals, id)) continue;
    await removeOrganisation(store, id);
    removed.push(id);
  }
  return removed;
}
