// Brings the schema up to date. The migrations are listed here in order, not found in a folder, so that only reviewed code
// runs against a school's database. Each migration runs in its own transaction. It waits only a few seconds for a lock,
// because other statements wait behind it, and is retried later.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { commandLine } from '../command-line.ts';
import { DatabaseVersionError, LockTimeoutError } from '../errors.ts';
import * as timetables from './migrations/0001-timetables.ts';
import * as changes from './migrations/0002-changes.ts';
import * as borders from './migrations/0003-borders.ts';
import * as bounds from './migrations/0004-bounds.ts';
import * as storeBinding from './migrations/0005-store-binding.ts';
import * as changeQueue from './migrations/0006-change-queue.ts';
import * as handles from './migrations/0007-handles.ts';
import * as replicatedMarks from './migrations/0008-replicated-marks.ts';
import * as queue from './migrations/0009-queue.ts';
import * as owners from './migrations/0010-owners.ts';
import * as keys from './migrations/0011-keys.ts';
import * as publications from './migrations/0013-publications.ts';
import * as knownOrganisations from './migrations/0014-known-organisations.ts';
import type { Tables } from './tables.ts';

const migrations = {
  '0001-timetables': timetables,
  '0002-changes': changes,
  '0003-borders': borders,
  '0004-bounds': bounds,
  '0005-store-binding': storeBinding,
  '0006-change-queue': changeQueue,
  '0007-handles': handles,
  '0008-replicated-marks': replicatedMarks,
  '0009-queue': queue,
  '0010-owners': owners,
  '0011-keys': keys,
  '0013-publications': publications,
  '0014-known-organisations': knownOrganisations,
};

const newest = Object.keys(migrations).at(-1) ?? '';

export type MigrateOptions = {
  /** How often a migration is tried when it cannot get its locks, and how many seconds it waits each time. */
  attempts?: number;
  lockSeconds?: number;
  /** Called after each attempt that failed to get its locks. */
  onLocked?: (migration: string) => void;
};

/**
 * Runs the pending migrations, each exactly once, even if another process does the same.
 * @returns the names of those that ran now
 * @throws the error of the first migration that fails; those before it are kept
 * @throws DatabaseVersionError when the database is newer than this release
 */
export async function migrate(database: Kysely<Tables>, options: MigrateOptions = {}): Promise<string[]> {
  const { attempts = 10, lockSeconds = 3, onLocked = () => {} } = options;
  refuseNewer(await readMigrations(database));
  const bounded = Object.fromEntries(
    Object.entries(migrations).map(([name, migration]): [string, Migration] => [
      name,
      { up: (transaction) => withLockTimeout(transaction, lockSeconds, migration) },
    ]),
  );
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => bounded } });
  const ran: string[] = [];
  for (let attempt = 1; ; ) {
    const { error, results = [] } = await migrator.migrateUp();
    const [result] = results;
    if (error === undefined && result === undefined) return ran;
    if (error === undefined && result !== undefined) {
      ran.push(result.migrationName);
      attempt = 1;
      continue;
    }
    // Kysely lists the tables before it takes its lock, which fails if another process drops one of them meanwhile.
    const isRaced = result === undefined && error instanceof DatabaseVersionError;
    if (!(isRaced || error instanceof LockTimeoutError) || attempt >= attempts) throw error;
    if (!isRaced) onLocked(result?.migrationName ?? newest);
    await sleep(200 * attempt * (0.5 + Math.random()));
    attempt += 1;
  }
}

/** @throws DatabaseVersionError unless the database's migrations are exactly those of this release */
export async function assertSchemaCurrent(database: Kysely<Tables>): Promise<void> {
  const known = await readMigrations(database);
  refuseNewer(known);
  const missing = Object.keys(migrations).filter((name) => !known.includes(name));
  if (missing.length === 0) return;
  const state = known.length === 0 ? 'has no tables of Belfry' : `is at ${known.at(-1)}, older than this release`;
  throw new DatabaseVersionError(
    `the database ${state}; run \`${commandLine('migrate')}\`, which brings it to ${newest}`,
  );
}

function refuseNewer(known: readonly string[]): void {
  const unknown = known.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new DatabaseVersionError(
    `the database was migrated by a newer release, to ${unknown.at(-1)}, and this release only knows ${newest}; use the newer release`,
  );
}

/** The names of the migrations that have run, in order; empty for a database that was never migrated. */
async function readMigrations(database: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(database);
  if (tables[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

async function withLockTimeout(transaction: Kysely<unknown>, seconds: number, migration: Migration): Promise<void> {
  // A large table takes its time; only waiting for others is limited.
  await sql`select set_config('lock_timeout', ${`${seconds}s`}, true), set_config('statement_timeout', '0', true)`.execute(
    transaction,
  );
  await migration.up(transaction);
}
