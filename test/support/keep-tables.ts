// Saves the rows of a database and restores them, for tests that begin with the same rows: creating them again takes seconds.

import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';

/** @returns a function that restores every row. Sequences are not reset, so no number is used twice. */
export async function keepTables(database: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(database);
  const names = rows.map(({ name }) => name);
  const run = (statements: readonly string[]) => sql.raw(statements.join(';\n')).execute(database);
  await run(['create schema kept', ...names.map((name) => `create table kept.${name} as table public.${name}`)]);
  return async () => {
    await run([
      'set session_replication_role = replica', // restoring must enqueue nothing
      `truncate ${names.join(', ')}`,
      ...names.map((name) => `insert into public.${name} overriding system value table kept.${name}`),
      'set session_replication_role = origin',
    ]);
  };
}
