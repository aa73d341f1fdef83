// Takes from the published form what the database no longer has: deleted keys and deleted organisations. Keys go first,
// so that nobody can ask for what is going.

import type { Database } from '../database/open-database.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';

/** @returns the paths that were removed */
export async function removeDeparted(database: Database, store: Store): Promise<string[]> {
  // The store is listed before the database is read: what is created in between is in the second list only.
  const records = await store.list(paths.keys);
  const folders = await store.listNames(paths.organisations);

  const keys = await database.selectFrom('api_key').select('sha256').execute();
  const known = new Set(keys.map(({ sha256 }) => paths.keyRecord(sha256)));
  const orphanedKeys = records.map(({ path }) => path).filter((path) => !known.has(path));
  await store.remove(orphanedKeys);

  const organisations = await database.selectFrom('organisation').select('id').execute();
  const ids = new Set(organisations.map(({ id }) => id));
  const departed = [...orphanedKeys];
  for (const folder of folders.filter((name) => !ids.has(name))) {
    const files = (await store.list(paths.organisation(folder))).map(({ path }) => path);
    const pointerFirst = [paths.pointer(folder), ...files.filter((path) => path !== paths.pointer(folder))];
    await store.remove(pointerFirst);
    departed.push(...files);
  }
  return departed;
}
