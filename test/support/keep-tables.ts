// What a database holds, kept to be put back, for tests that each begin with the same: publishing it anew takes seconds.

import { sql } from 'kysely';
import type { Database } from '../../src/database/open-database.ts';

/** @returns what puts every row back. Numbers that were counted are not counted again, as in a database that goes on. */
export async function keepTables(database: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(database);
  const names = rows.map(({ name }) => name);
  const run = (statements: readonly string[]) => sql.raw(statements.join(';\n')).execute(database);
  await run(['create schema kept', ...names.map((name) => `create table kept.${name} as table public.${name}`)]);
  return async () => {
    await run([
      'set session_replication_role = replica', // putting back is no change that has to be published
      `truncate ${names.join(', ')}`,
      ...names.map((name) => `insert into public.${name} overriding system value table kept.${name}`),
      'set session_replication_role = origin',
    ]);
  };
}
