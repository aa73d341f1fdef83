// Takes from the published form what the database no longer has: deleted keys and deleted organisations.

import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/open-database.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';
import type { PublishedOrganisation } from './publish-organisation.ts';

/** Removes all of an organisation's published form, its access record and pointer first. */
export async function removeOrganisation(store: Store, organisationId: string): Promise<PublishedOrganisation> {
  const files = (await store.list(paths.organisation(organisationId))).map(({ path }) => path);
  const first = [paths.accessRecord(organisationId), paths.pointer(organisationId)];
  await store.remove([...first, ...files.filter((path) => !first.includes(path))]);
  return { organisationId, generation: 0, written: [], dropped: [], withheld: [], warnings: [] };
}

/**
 * Removes the records of keys and the folders of organisations that the database does not have.
 * @returns the paths and organisations that were removed
 */
export async function removeDeparted(database: Database, store: Store): Promise<string[]> {
  // The store is listed before the database is read: what is created in between is in the second list only.
  const folders = await store.listNames(paths.organisations);
  // Keys first, so that nobody can ask for what is going.
  const departedKeys = await removeDepartedKeys(database, store);

  const organisations = await database.selectFrom('organisation').select('id').execute();
  const ids = new Set(organisations.map(({ id }) => id));
  const departed = folders.filter((name) => !ids.has(name));
  for (const organisationId of departed) await removeOrganisation(store, organisationId);
  return [...departedKeys, ...departed];
}

/** Removes the records of all keys that the database does not have, and returns their paths. */
export async function removeDepartedKeys(database: Database, store: Store): Promise<string[]> {
  const removed: string[] = [];
  // Folder by folder, as the keys of all organisations are many.
  for (const folder of await store.listNames(paths.keys)) {
    const records = await store.list(`${paths.keys}${folder}/`); // before the database is read, as above
    const listed = records.map(({ path }) => path).filter((path) => path.endsWith('.json'));
    const hashes = listed.map((path) => basename(path, '.json'));
    const keys = await database
      .selectFrom('api_key')
      .select('sha256')
      .where('sha256', '=', sql<string>`any(${hashes}::text[])`)
      .execute();
    const known = new Set(keys.map(({ sha256 }) => paths.keyRecord(sha256)));
    const departed = listed.filter((path) => !known.has(path));
    await store.remove(departed);
    for (const path of departed) removed.push(path);
  }
  return removed;
}
