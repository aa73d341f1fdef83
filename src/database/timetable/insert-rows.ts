// Inserts many rows with one parameter, since PostgreSQL allows only 65,535 of them in a statement.

import { type Insertable, type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Inserts any number of rows, passed as one JSON parameter. All rows must have the same columns.
 * Timestamps are ISO 8601 text; arrays and JSON objects are passed as they are.
 */
export async function insertRows<Table extends keyof Tables & string>(
  database: Kysely<Tables>,
  table: Table,
  rows: readonly { [Column in keyof Insertable<Tables[Table]>]: unknown }[],
  onConflict = sql``,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${onConflict}`.execute(database);
}
