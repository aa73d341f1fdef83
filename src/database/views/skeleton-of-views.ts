// Writes the SQL of all views that take the place of Belfry's tables, with each column's name and type, and no rows: it runs as it is, and
// whoever has tables of their own fills it in, one view after the other. What `check --database` compares views with, Belfry's own
// tables in the same database, is what it is made of.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { timetableTables } from './check-mapping.ts';

type Column = { table: string; column: string; type: string; required: boolean; key: boolean };

/** @param schema of the views. @returns statements that end with a line break */
export async function skeletonOfViews(database: Database, schema: string): Promise<string> {
  const { rows } = await sql<Column>`
    select own.relname as table, quote_ident(attname) as column, format_type(atttypid, null) as type, attnotnull as required,
      coalesce(attnum = any(indkey), false) as key
    from unnest(${[...timetableTables]}::text[]) with ordinality as wanted(name, position)
    join pg_class own on own.relname = wanted.name
      and own.relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_index on indrelid = own.oid and indisprimary
    order by wanted.position, attnum`.execute(database);
  const { rows: names } = await sql<{ schema: string; own: string }>`
    select quote_ident(${schema}) as schema, relnamespace::regnamespace::text as own
    from pg_class where oid = 'pending_change'::regclass`.execute(database);
  const [{ schema: quoted, own } = { schema, own: 'public' }] = names;
  const views = timetableTables.map((table) =>
    viewOf(
      `${quoted}.${table}`,
      `${own}.${table}`,
      rows.filter((row) => row.table === table),
    ),
  );
  return [`create schema if not exists ${quoted};`, ...views].join('\n\n').concat('\n');
}

function viewOf(name: string, own: string, columns: readonly Column[]): string {
  const lines = columns.map(({ column, type, required, key }, index) => {
    const separator = index + 1 < columns.length ? ',' : '';
    return `  null::${type} as ${column}${separator}  -- ${key ? 'part of the key' : required ? 'never null' : 'may be null'}`;
  });
  return [
    `-- Nothing of the kind? create view ${name} as table ${own};`,
    `create view ${name} as select`,
    ...lines,
    '  where false;  -- from your table',
  ].join('\n');
}
