// The row that identifies the database and the store that it publishes to.

import { sql } from 'kysely';
import type { Database } from './open-database.ts';

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

/** The database's own id. Sets it to `id` if there is none. */
export async function ensureDatabaseId(database: Database, id: string): Promise<string> {
  await database
    .insertInto('store_binding')
    .values({ database_id: id, store_id: null, store_location: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readStoreBinding(database))?.databaseId ?? id;
}

/** Binds the database to a store, if its binding still equals `before`. @returns whether it did */
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

/**
 * Enqueues everything in the database, and everything published that the database does not have.
 * @param published the organisations in the store
 */
export async function enqueueEverything(transaction: Database, published: readonly string[]): Promise<void> {
  await sql`
    with shown as (select id from organisation union select unnest(${published}::text[]))
    insert into pending_change (organisation_id, what, subject)
    select id, 'organisation', null from shown
    union all select id, 'access', null from shown
    union all select organisation_id, 'key', sha256 from api_key
    -- An entry that names no key makes the publisher look for deleted keys.
    union all (select id, 'key', null from shown limit 1)
    on conflict do nothing`.execute(transaction);
}

/** Whether anything was ever published from the database, recognised by its lease rows. */
export async function hasPublished(database: Database): Promise<boolean> {
  return (await database.selectFrom('publish_lease').select('kind').limit(1).executeTakeFirst()) !== undefined;
}
