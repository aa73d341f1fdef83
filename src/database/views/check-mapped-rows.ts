// Checks the rows of views that replace Belfry's tables. A view has no constraints of its own, so a value may be null, or
// two rows may have the same key, where Belfry's own table would refuse it. Each view is read once, completely.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/** A view, and what Belfry's own table of the same name demands: names quoted as SQL identifiers. */
type View = { found: string; required: string[]; key: string[] };

/** @returns the problems, each in one sentence. Columns that a view lacks: see check-mapping.ts. */
export async function checkMappedRows(database: Database): Promise<string[]> {
  let problems: string[] = [];
  for (const view of await listViews(database)) problems = problems.concat(await checkView(database, view));
  return problems;
}

async function listViews(database: Database): Promise<View[]> {
  const { rows } = await sql<View>`
    select format('%s.%I', found.relnamespace::regnamespace, found.relname) as found,
      coalesce((
        select json_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = own.oid and attnum > 0 and attnotnull and not attisdropped
          and exists (select from pg_attribute actual where actual.attrelid = found.oid and actual.attname = pg_attribute.attname)
      ), '[]') as required,
      coalesce((
        select json_agg(quote_ident(attname) order by attnum)
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = own.oid and indisprimary
      ), '[]') as key
    from pg_class own
    join pg_class found on found.oid = to_regclass(quote_ident(own.relname)) and found.oid <> own.oid
    where own.relkind = 'r'
      and own.relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    order by own.relname`.execute(database);
  return rows;
}

async function checkView(database: Database, { found, required, key }: View): Promise<string[]> {
  const nulls = sql.join(required.map((column) => sql`count(*) filter (where ${sql.raw(column)} is null)`));
  const { rows } = await sql<{ nulls: string[]; repeated: string }>`
    select json_build_array(${nulls}) as nulls,
      count(*) - (select count(*) from (select distinct ${sql.raw(key.join(', '))} from ${sql.raw(found)}) keys) as repeated
    from ${sql.raw(found)}`.execute(database);
  const [counted] = rows;
  if (counted === undefined) return [];
  const problems = required.flatMap((column, index) => {
    const count = Number(counted.nulls[index]);
    return count === 0 ? [] : [`${found} has ${rowsOf(count)} without ${column}, which must not be null`];
  });
  const repeated = Number(counted.repeated);
  if (repeated > 0) problems.push(`${found} has ${rowsOf(repeated)} too many: (${key.join(', ')}) must be unique`);
  return problems;
}

const rowsOf = (count: number) => `${count} row${count === 1 ? '' : 's'}`;
