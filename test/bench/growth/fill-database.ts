// Databases of any size for measuring growth: one school is imported, the others are copies of its rows that PostgreSQL
// makes by itself.

import { type Kysely, sql } from 'kysely';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { largeTimetable } from '../large-timetable.ts';
import { versionParts } from '../version-parts.ts';

/** The size of a database. Versions belong to the first organisation; `units` determine the size of each document. */
export type Amount = { organisations: number; versions: number; keys: number; units: number };

export const firstOrganisation = 'school-0';
export const firstVersion = 'school-0-v0';

/** What belongs to a version, parents before their parts. */
const versionTables: (keyof Tables)[] = [
  'version_teacher',
  'version_subject',
  'version_class',
  'version_room',
  ...versionParts,
];
const entityTables: (keyof Tables)[] = ['teacher', 'subject', 'class', 'room'];

export async function fillDatabase(database: Kysely<Tables>, amount: Amount): Promise<void> {
  const document = largeTimetable({
    id: firstVersion,
    timetable: firstOrganisation,
    orgId: firstOrganisation,
    units: amount.units,
  });
  await createOrganisation(database, org(firstOrganisation), 'School');
  const outcome = await importTimetable(database, createValidator(), firstOrganisation, document);
  if (outcome.outcome === 'refused') throw new Error(JSON.stringify(outcome.problems[0]));

  const copy = (table: keyof Tables, count: number, changes: Record<string, string>, first: string) =>
    copyRows(database, table, count, changes, first);
  const school = "'school-' || number";
  const schools = amount.organisations - 1;
  await copy('organisation', schools, { id: school }, `id = '${firstOrganisation}'`);
  for (const table of entityTables)
    await copy(table, schools, { organisation_id: school }, `organisation_id = '${firstOrganisation}'`);
  await copy('timetable', schools, { id: school, organisation_id: school }, `id = '${firstOrganisation}'`);
  const ofSchool = { id: `${school} || '-v0'`, timetable_id: school };
  await copyVersion(copy, schools, ofSchool);
  const another = { id: `'${firstOrganisation}-v' || number`, version_number: 'number + 1', is_current: 'false' };
  await copyVersion(copy, amount.versions - 1, another);

  await sql`insert into api_key (id, organisation_id, name, sha256)
    select 'key-' || number, 'school-' || (number % ${amount.organisations}), 'Bench',
      encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, ${amount.keys}) number`.execute(database);
  await sql`vacuum analyze`.execute(database);
}

type Copy = (table: keyof Tables, count: number, changes: Record<string, string>, first: string) => Promise<void>;

async function copyVersion(copy: Copy, count: number, changes: Record<string, string> & { id: string }): Promise<void> {
  await copy('timetable_version', count, changes, `id = '${firstVersion}'`);
  for (const table of versionTables)
    await copy(table, count, { version_id: changes.id }, `version_id = '${firstVersion}'`);
}

/** Copies the rows that match `where`, `count` times. @param changes by column, an expression over `number` */
async function copyRows(
  database: Kysely<Tables>,
  table: keyof Tables,
  count: number,
  changes: Record<string, string>,
  where: string,
): Promise<void> {
  if (count < 1) return;
  const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(database);
  // The database generates a handle for each organisation.
  const columns = rows.map(({ column_name: name }) => name).filter((name) => name !== 'handle');
  const values = columns.map((name) => (changes[name] === undefined ? sql.ref(name) : sql.raw(changes[name])));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)}, generate_series(1, ${sql.lit(count)}) number
    where ${sql.raw(where)}`.execute(database);
}
