// From which relations the database is published: for each table that Belfry reads, the table or view that a publisher's search_path
// found when it published first. Another role, or a view that is gone, finds another relation, which is empty or holds something else.

import { type Kysely, sql } from 'kysely';

const statements = (schema: string) => /* sql */ `
alter table ${schema}.store_binding add column relations jsonb;

-- For roles that read timetables and may not read the binding. Names of relations tell nothing that the catalog does not.
grant select (relations) on ${schema}.store_binding to public;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
