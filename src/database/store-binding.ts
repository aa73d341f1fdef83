// The row of `store_binding`: the database's own id, and the store that it publishes to. `src/publish/database/bind-store.ts`
// compares it with the store's record.

import { sql } from 'kysely';
import type { Database } from './connect/open-database.ts';

/** `storeId` and `storeLocation` are null until the database is bound; afterwards both are set. */
export type StoreBinding = { databaseId: string; storeId: string | null; storeLocation: string | null };

/** The binding of the database, or null while it has no id. */
export async function readStoreBinding(database: Database): Promise<StoreBinding | null> {
  const row = await database
    .selectFrom('store_binding')
    .select(['database_id as databaseId', 'store_id as storeId', 'store_location as storeLocation'])
    .executeTakeFirst();
  return row ?? null;
}

/** The id of the database. If it has none, it becomes `id`. */
export async function ensureDatabaseId(database: Database, id: string): Promise<string> {
  await database
    .insertInto('store_binding')
    .values({ database_id: id, store_id: null, store_location: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readStoreBinding(database))?.databaseId ?? id;
}

/** Whether the role may bind the database to a store. Of the guide's roles the publisher alone may. */
export async function mayBindStore(database: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('store_binding', 'insert') and has_table_privilege('store_binding', 'update') as may`.execute(
    database,
  );
  return rows[0]?.may ?? false;
}

/** Binds the database to a store if it is still bound to the store `before`. @returns whether it was */
export async function writeStoreBinding(
  database: Database,
  store: { id: string; location: string },
  before: string | null,
): Promise<boolean> {
  const updated = await database
    .updateTable('store_binding')
    .set({ store_id: store.id, store_location: store.location })
    .where(sql<boolean>`store_id is not distinct from ${before}`)
    .returning('store_id')
    .executeTakeFirst();
  return updated !== undefined;
}
