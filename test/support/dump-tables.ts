import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';

/** Every row of every table as JSON text, sorted, so that two dumps can be compared. */
export async function dumpTables(database: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(database);
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(database);
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}
