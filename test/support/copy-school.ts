// Creates schools by copying one: importing a document takes fifty statements, which most tests need not run. The rows of an
// imported school are read once, and written under other ids.

import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';
import { handleFor, withGivenHandles } from './record-places.ts';

type Row = Record<string, unknown>;
/** The rows of one school by table, in the order of their references. */
export type SchoolRows = { id: string; tables: { table: string; rows: Row[] }[] };

/** The tables that publishing and triggers write. */
const bookkeeping = [
  ...[
    'api_key',
    'pending_change',
    'changed_version',
    'publish_lease',
    'store_binding',
    'held_removal',
    'belfry_mark',
    'publication',
    'audit',
  ],
];

/** @param id of an organisation whose timetables and versions have ids that begin with it and a hyphen */
export async function readSchoolRows(database: Database, id: string): Promise<SchoolRows> {
  // By oid: a table is created before those that refer to it.
  const { rows: found } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and relname <> all(${bookkeeping}) order by oid`.execute(database);
  const each = found.map(({ table }) => sql.raw(`select '${table}' as table, to_jsonb(t) as row from "${table}" t`));
  const { rows } = await sql<{ table: string; row: Row }>`${sql.join(each, sql` union all `)}`.execute(database);
  const tables = found.map(({ table }) => ({
    table,
    rows: rows.filter((each) => each.table === table && isOf(each.row, id)).map(({ row }) => row),
  }));
  return { id, tables: tables.filter((each) => each.rows.length > 0) };
}

const isOf = ({ id, organisation_id, timetable_id, version_id }: Row, school: string) =>
  organisation_id === school ||
  [id, timetable_id, version_id].some((each) => typeof each === 'string' && `${each}-`.startsWith(`${school}-`));

/** Inserts the rows under other ids, triggers included. Existing rows stay. */
export async function copySchool(database: Database, school: SchoolRows, id: string): Promise<void> {
  const statements = school.tables.map(({ table, rows }) => {
    const json = JSON.stringify(rows.map((row) => renamed(row, school.id, id))).replaceAll("'", "''");
    return `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", '${json}')
      on conflict do nothing`;
  });
  await sql.raw(withGivenHandles(statements.join(';\n'))).execute(database);
}

const own = ['id', 'organisation_id', 'timetable_id', 'version_id', 'name'];

function renamed(row: Row, from: string, to: string): Row {
  const copy = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (column === 'handle') return [column, handleFor(to)];
    return [column, own.includes(column) && typeof value === 'string' ? value.replace(from, to) : value];
  });
  return Object.fromEntries(copy);
}
