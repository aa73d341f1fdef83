// The table of what has run: migrations, and the functions. Processes that migrate at the same time take turns by a lock on it. Unlike
// an advisory lock, which any role may hold for ever, it needs a privilege on the table; and it ends with the transaction, behind
// a pooler too. The table is the one of kysely's own migrator, which earlier releases used.

import { type Kysely, sql } from 'kysely';
import { codeOf } from '../connect/postgres-errors.ts';
import type { Tables } from '../tables.ts';

/** The names of what has run, in order; empty for a database that was never migrated. */
export async function readRecords(database: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(database))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Others that migrate wait until the transaction ends; readers do not. */
export async function lockRecords(transaction: Kysely<Tables>): Promise<void> {
  await sql`lock table kysely_migration in share row exclusive mode`.execute(transaction);
}

export async function addRecord(transaction: Kysely<Tables>, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    transaction,
  );
}

export async function removeRecords(transaction: Kysely<Tables>, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration where name = any(${names}::text[])`.execute(transaction);
}

/** Creates the table where there is none. */
export async function ensureRecords(database: Kysely<Tables>): Promise<void> {
  if (await hasTable(database)) return;
  try {
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      database,
    );
  } catch (error) {
    // Another process has just created it: duplicate_table, or unique_violation in PostgreSQL's own catalogue.
    if (!/^(42P07|23505)$/.test(codeOf(error))) throw error;
  }
}

async function hasTable(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(database);
  return rows[0]?.found === true;
}
