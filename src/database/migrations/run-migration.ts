// Runs one migration in one transaction, with the row that records it. Processes that migrate at the same time take turns by
// a lock on the table of these rows. Unlike an advisory lock, which any role may hold for ever, it needs a privilege on the
// table; and it ends with the transaction, behind a pooler too. The table is the one of kysely's own migrator, which earlier
// releases used.

import { type Kysely, type Migration, sql } from 'kysely';
import { codeOf } from '../connect/postgres-errors.ts';
import type { Tables } from '../tables.ts';

/** @returns false when another process has run it before. @throws LockTimeoutError when a lock is not free within the seconds */
export async function runMigration(
  database: Kysely<Tables>,
  name: string,
  migration: Migration,
  lockSeconds: number,
): Promise<boolean> {
  return withLockTimeout(database, lockSeconds, async (transaction) => {
    await sql`lock table kysely_migration in share row exclusive mode`.execute(transaction);
    const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(transaction);
    if (rows.length > 0) return false;
    await migration.up(transaction);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      transaction,
    );
    return true;
  });
}

/** The names of the migrations that have run, in order; empty for a database that was never migrated. */
export async function readMigrations(database: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(database))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Creates the table of migrations where there is none. */
export async function ensureMigrationTable(database: Kysely<Tables>): Promise<void> {
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

/** Runs the work in a transaction in which no statement waits longer than this for a lock. */
export const withLockTimeout = <Result>(
  database: Kysely<Tables>,
  seconds: number,
  work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    // A large table takes its time; only waiting for others is limited.
    await sql`select set_config('lock_timeout', ${`${seconds}s`}, true), set_config('statement_timeout', '0', true)`.execute(
      transaction,
    );
    return work(transaction);
  });

/** How many sessions a message names. */
const mostNamed = 5;

/** The sessions that hold locks on Belfry's tables, the oldest transaction first, as far as the role may see them. */
export async function describeLockHolders(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ pid: number; role: string; application: string; since: string; tables: string }>`
    select held.pid, coalesce(activity.usename, '?') as role, coalesce(nullif(activity.application_name, ''), '?') as application,
      coalesce(to_char(activity.xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), '?') as since,
      string_agg(distinct held.relation::regclass::text, ', ') as tables
    from pg_locks held
    join pg_class relation on relation.oid = held.relation and relation.relkind in ('r', 'v')
      and relation.relnamespace = (select relnamespace from pg_class where oid = to_regclass('kysely_migration'))
    left join pg_stat_activity activity on activity.pid = held.pid
    where held.granted and held.pid <> pg_backend_pid()
      and held.database = (select oid from pg_database where datname = current_database())
    group by 1, 2, 3, 4 order by since limit ${mostNamed}`.execute(database);
  if (rows.length === 0) return 'no session holds one any more';
  return rows
    .map(
      ({ pid, role, application, since, tables }) =>
        `process ${pid} of the role ${role} (application ${application}, transaction since ${since}) holds ${tables}`,
    )
    .join('; ');
}
