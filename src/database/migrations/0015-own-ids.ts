// Lets an organisation use every id for its timetables and versions, whatever others have. A row's id stays unique in the whole
// database, since twenty tables refer to it; where the plain one is another organisation's, it is `<handle>.<id>`, with the handle of
// the row's own organisation, and the id that everybody else sees is what follows the dot (src/database/timetable/row-id.ts).

import { type Kysely, sql } from 'kysely';

const rowId = "'^([0-9a-z]{12}[.])?[A-Za-z0-9_-]{1,64}$'";

const statements = (schema: string) => /* sql */ `
alter table ${schema}.timetable drop constraint timetable_id_check, add constraint timetable_id_check check (id ~ ${rowId});
alter table ${schema}.timetable_version
  drop constraint timetable_version_id_check, add constraint timetable_version_id_check check (id ~ ${rowId});
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(statements(rows[0]?.schema ?? '')).execute(database);
}
