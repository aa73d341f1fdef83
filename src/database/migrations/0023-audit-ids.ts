// Entries of the audit get an id that is shown. Their numbers count the entries of all schools, and would tell one school how much
// the others do.

import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  await sql
    .raw(/* sql */ `
alter table ${schema}.audit add column shown_id uuid not null default gen_random_uuid();
create unique index audit_shown_id on ${schema}.audit (shown_id);`)
    .execute(database);
}
