// The fence that each part of an organisation's record had when it was last published. A record in the store with a smaller one
// was put back from a backup or a copy, and may let a revoked key in. Null until the part is published again after this migration.

import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(`alter table ${rows[0]?.schema ?? ''}.publish_lease add column fence bigint`).execute(database);
}
