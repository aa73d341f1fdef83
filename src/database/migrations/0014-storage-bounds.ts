// How many bytes an organisation stores is bounded, so that nobody who administers one can fill the database of all. What the rows
// of each version take is kept here; the function bound_versions measures them and refuses what is too much.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string) => /* sql */ `
create table ${schema}.version_size (
  version_id text primary key references ${schema}.timetable_version on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
