// Brings the schema up to date. The migrations are listed here in order, not found in a folder, so that only reviewed code
// runs against a school's database. Each migration runs in its own transaction. It waits only a few seconds for a lock,
// because other statements wait behind it, and is retried later.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Migration } from 'kysely';
import { backOff } from '../../back-off.ts';
import { commandLine } from '../../command-line.ts';
import {
  DatabaseDamagedError,
  DatabaseLockedError,
  DatabaseVersionError,
  LockTimeoutError,
  OperatorError,
  reasonOf,
} from '../../errors.ts';
import type { Tables } from '../tables.ts';
import * as timetables from './0001-timetables.ts';
import * as changes from './0002-changes.ts';
import * as borders from './0003-borders.ts';
import * as bounds from './0004-bounds.ts';
import * as storeBinding from './0005-store-binding.ts';
import * as changeQueue from './0006-change-queue.ts';
import * as handles from './0007-handles.ts';
import * as replicatedMarks from './0008-replicated-marks.ts';
import * as queue from './0009-queue.ts';
import * as owners from './0010-owners.ts';
import * as keys from './0011-keys.ts';
import * as fences from './0012-fences.ts';
import * as publications from './0013-publications.ts';
import * as knownOrganisations from './0014-known-organisations.ts';
import * as migrationLock from './0015-migration-lock.ts';
import * as accessAlone from './0016-access-alone.ts';
import * as cheapWaiting from './0017-cheap-waiting.ts';
import * as calendars from './0018-calendars.ts';
import * as links from './0019-links.ts';
import * as dashboard from './0020-dashboard.ts';
import * as removals from './0021-removals.ts';
import * as relations from './0022-relations.ts';
import * as auditIds from './0023-audit-ids.ts';
import * as auditBorders from './0024-audit-borders.ts';
import * as storageBounds from './0025-storage-bounds.ts';
import * as schoolWeeks from './0028-school-weeks.ts';
import * as publishedOnly from './0029-published-only.ts';
import * as heldLinks from './0030-held-links.ts';
import { findDamage } from './find-damage.ts';
import {
  describeLockHolders,
  ensureMigrationTable,
  readMigrations,
  runMigration,
  withLockTimeout,
} from './run-migration.ts';

const migrations: Record<string, Migration> = {
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
  '0012-fences': fences,
  '0013-publications': publications,
  '0014-known-organisations': knownOrganisations,
  '0015-migration-lock': migrationLock,
  '0016-access-alone': accessAlone,
  '0017-cheap-waiting': cheapWaiting,
  '0018-calendars': calendars,
  '0019-links': links,
  '0020-dashboard': dashboard,
  '0021-removals': removals,
  '0022-relations': relations,
  '0023-audit-ids': auditIds,
  '0024-audit-borders': auditBorders,
  '0025-storage-bounds': storageBounds,
  '0028-school-weeks': schoolWeeks,
  '0029-published-only': publishedOnly,
  '0030-held-links': heldLinks,
};

/** Where the way out is described. */
const remedy =
  'restore a backup into an empty database, as scripts/deploy/operating.md describes under Restore; this one was not changed';

/** Milliseconds before a migration is tried again that did not get its locks. */
const pauses = { first: 200, longest: 2_000 };

const newest = Object.keys(migrations).at(-1) ?? '';

export type MigrateOptions = {
  /** How often a migration is tried when it cannot get its locks, and how many seconds it waits each time. */
  attempts?: number;
  lockSeconds?: number;
  /** Called after each attempt that failed to get its locks. @param holders the sessions that hold some */
  onLocked?: (migration: string, holders: string) => void;
};

/**
 * Runs the pending migrations, each exactly once, even if another process does the same.
 * @returns the names of those that ran now
 * @throws DatabaseDamagedError when the tables are not as a release leaves them, or the first migration that fails; those before
 *   it are kept
 * @throws DatabaseLockedError when other sessions hold locks for too long
 * @throws DatabaseVersionError when the database is newer than this release
 */
export async function migrate(database: Kysely<Tables>, options: MigrateOptions = {}): Promise<string[]> {
  const { lockSeconds = 3 } = options;
  const attempt = <Result>(name: string, work: () => Promise<Result>) => retryLocked(database, name, options, work);
  const known = await attempt(newest, () => withLockTimeout(database, lockSeconds, readMigrations));
  refuseNewer(known);
  await refuseDamaged(database, known);
  const pending = Object.entries(migrations).filter(([name]) => !known.includes(name));
  const ran: string[] = [];
  for (const [name, migration] of pending) {
    const runs = await attempt(name, async () => {
      await ensureMigrationTable(database);
      return runMigration(database, name, migration, lockSeconds).catch((cause: unknown) => {
        if (cause instanceof OperatorError) throw cause;
        const wrong = `${name} failed (${reasonOf(cause)}), so the tables are not as a release of Belfry leaves them`;
        throw new DatabaseDamagedError(`${wrong}; ${remedy}`, { cause });
      });
    });
    if (runs) ran.push(name);
  }
  return ran;
}

/** Retries what could not get its locks. */
async function retryLocked<Result>(
  database: Kysely<Tables>,
  name: string,
  { attempts = 10, onLocked = () => {} }: MigrateOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof LockTimeoutError)) throw cause;
      const holders = await describeLockHolders(database);
      if (attempt >= attempts)
        throw new DatabaseLockedError(
          `${name} did not get its locks in ${attempts} attempts: ${holders}. End these sessions, or wait until they finish, ` +
            `then run \`${commandLine('migrate')}\` again`,
          { cause },
        );
      onLocked(name, holders);
      await sleep(backOff(attempt, pauses));
    }
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

/** @throws DatabaseDamagedError when tables are missing or have lost their primary keys, or a migration is recorded twice */
async function refuseDamaged(database: Kysely<Tables>, known: readonly string[]): Promise<void> {
  const twice = known.find((name, index) => known.indexOf(name) !== index);
  const found = [twice === undefined ? null : `${twice} is recorded twice`, await findDamage(database, known)];
  const damage = found.filter((each) => each !== null).join(', ');
  if (damage !== '') throw new DatabaseDamagedError(`the database is damaged: ${damage}; ${remedy}`);
}

function refuseNewer(known: readonly string[]): void {
  const unknown = known.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new DatabaseVersionError(
    `the database was migrated by a newer release, to ${unknown.at(-1)}, and this release only knows ${newest}; use the newer release`,
  );
}
