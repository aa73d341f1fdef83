// Many schools in one database, for measuring: one is loaded as documents, the others are copies of its rows under ids of
// their own, made by PostgreSQL without triggers and queued as a new organisation is.

import { sql } from 'kysely';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { loadSchool } from '../support/published-school.ts';
import { largeTimetable } from './large-timetable.ts';

/** The id of school `index`; its versions are `<school>-v0`, `<school>-v1`, ... */
export const schoolId = (index: number) => `school-${index}`;

/** Columns that hold an id with the school's in it, and what each row gets anew, since the trigger that draws it is off. */
const own = ['organisation_id', 'version_id', 'timetable_id'];
const ownOf: Record<string, string[]> = { organisation: ['id'], timetable: ['id'], timetable_version: ['id'] };
const drawn: Record<string, string> = { handle: `left(replace(gen_random_uuid()::text, '-', ''), 12)` };

/**
 * Makes the schools `school-0`, `school-1`, ... and leaves all of them in the queue.
 * @param size.units about how many lesson units each version has
 */
export async function createSchools(
  { database }: OpenDatabase,
  { schools, versions, units }: { schools: number; versions: number; units: number },
): Promise<void> {
  const first = schoolId(0);
  const timetable = `${first}-t`;
  const documents = Array.from({ length: versions }, (_, index) =>
    largeTimetable({ id: `${first}-v${index}`, timetable, orgId: first, units }),
  );
  await loadSchool(database, first, documents);
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      and table_name not in ('api_key', 'pending_change', 'changed_version', 'publish_lease', 'store_binding', 'held_removal',
        'publication', 'version_publication')
    group by table_name`.execute(database);
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { name, columns } of tables) {
      const values = columns.map((column) =>
        own.includes(column) || ownOf[name]?.includes(column)
          ? `replace("${column}", '${first}', 'school-' || n)`
          : (drawn[column] ?? `"${column}"`),
      );
      const names = columns.map((column) => `"${column}"`).join(', ');
      const copies = `select ${values.join(', ')} from "${name}", generate_series(1, ${schools - 1}) n`;
      await sql.raw(`insert into "${name}" (${names}) ${copies}`).execute(transaction);
    }
    await sql`insert into pending_change (organisation_id, what)
      select id, what from organisation, unnest(array['access', 'organisation']) what
      on conflict do nothing`.execute(transaction);
  });
  await sql`analyze`.execute(database);
}
