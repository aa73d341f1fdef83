// Schools for measuring, as many as are wanted: one is loaded as documents, the others are copies of its rows under ids of
// their own, made by PostgreSQL without triggers and queued as a new organisation is.

import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { loadSchool } from '../support/published-school.ts';
import { until } from './caller.ts';
import { largeTimetable } from './large-timetable.ts';

/** The id of school `index`; its versions are `<school>-v0`, `<school>-v1`, ... of one timetable. */
export const schoolId = (index: number) => `school-${index}`;

/** Columns that hold an id with the school's in it, and what each row gets anew, since the trigger that draws it is off. */
const own = ['organisation_id', 'version_id', 'timetable_id'];
const ownOf: Record<string, string[]> = { organisation: ['id'], timetable: ['id'], timetable_version: ['id'] };
const drawn: Record<string, string> = { handle: `left(replace(gen_random_uuid()::text, '-', ''), 12)` };
const bookkeeping = `'api_key', 'pending_change', 'changed_version', 'publish_lease', 'store_binding', 'held_removal', 'publication',
  'version_publication', 'audit'`;

/**
 * Makes the schools `school-0`, `school-1`, ... and leaves all of them in the queue.
 * @param size.units about how many lesson units each version has: 1,700 make 1 MB of JSON
 */
export async function createSchools(
  database: Database,
  { schools, versions, units }: { schools: number; versions: number; units: number },
): Promise<void> {
  const first = schoolId(0);
  for (let number = 0; number < versions; number++) await loadVersion(database, first, units, number);
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and table_name not in (${sql.raw(bookkeeping)})
    group by table_name`.execute(database);
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { name, columns } of schools > 1 ? tables : []) {
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
  await sql`vacuum analyze`.execute(database);
}

/** Adds version `number` to the organisation's timetable, and the organisation where it is new. @returns its document */
export async function loadVersion(database: Database, organisationId: string, units: number, number = 0) {
  const timetable = `${organisationId}-t`;
  const document = largeTimetable({ id: `${organisationId}-v${number}`, timetable, orgId: organisationId, units });
  await loadSchool(database, organisationId, [{ ...document, versionNumber: number + 1, isCurrent: number === 0 }]);
  return document;
}

/** A small change of a version, as an editor commits it. */
export const changeVersion = (database: Database, versionId: string, reason: string) =>
  sql`update lesson_unit set lock_reason = ${reason} where version_id = ${versionId} and position = 0`.execute(
    database,
  );

/** Whether any change waits to be published, of all organisations or of one. */
export async function isWaiting(database: Database, organisationId: string | null = null): Promise<boolean> {
  await moveChangedVersions(database);
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from pending_change
      where organisation_id = ${organisationId} or ${organisationId}::text is null) as waiting`.execute(database);
  return rows[0]?.waiting ?? false;
}

/** Waits until a watcher has published everything. @throws Error after ten minutes */
export const untilPublished = (database: Database): Promise<void> =>
  until(async () => !(await isWaiting(database)), { seconds: 600, interval: 200 });
