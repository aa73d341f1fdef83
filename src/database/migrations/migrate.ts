// Brings the schema up to date: the migrations that have not run, then the functions and triggers, in one transaction, since tables
// and functions of different releases do not fit together. The migrations are listed here in order, not found in a folder, so that only
// reviewed code runs against a school's database. They make tables, columns, indexes, constraints and views; functions and triggers
// are in src/database/functions, and those of the released migrations are replaced at the end.

import type { Kysely, Migration } from 'kysely';
import { commandLine } from '../../command-line.ts';
import { DatabaseDamagedError, DatabaseVersionError, OperatorError, reasonOf } from '../../errors.ts';
import { isSerialisationFailure } from '../connect/postgres-errors.ts';
import { createMissingTriggers, findMissingTriggers } from '../functions/create-missing-triggers.ts';
import { areFunctions, areNewerFunctions, currentFunctions } from '../functions/current-functions.ts';
import { replaceFunctions } from '../functions/replace-functions.ts';
import type { Tables } from '../tables.ts';
import * as timetables from './0001-timetables.ts';
import * as changes from './0002-changes.ts';
import * as borders from './0003-borders.ts';
import * as bounds from './0004-bounds.ts';
import * as storeBinding from './0005-store-binding.ts';
import * as changeQueue from './0006-change-queue.ts';
import * as handles from './0007-handles.ts';
import * as replicatedMarks from './0008-replicated-marks.ts';
import * as publishing from './0009-publishing.ts';
import * as keys from './0010-keys.ts';
import * as calendars from './0011-calendars.ts';
import * as links from './0012-links.ts';
import * as dashboard from './0013-dashboard.ts';
import * as storageBounds from './0014-storage-bounds.ts';
import * as ownIds from './0015-own-ids.ts';
import * as days from './0016-days.ts';
import * as webhooks from './0017-webhooks.ts';
import { findDamage } from './find-damage.ts';
import { addRecord, ensureRecords, lockRecords, readRecords, removeRecords } from './migration-table.ts';
import { type LockOptions, retryLocked } from './retry-locked.ts';

const migrations: Record<string, Migration> = {
  '0001-timetables': timetables,
  '0002-changes': changes,
  '0003-borders': borders,
  '0004-bounds': bounds,
  '0005-store-binding': storeBinding,
  '0006-change-queue': changeQueue,
  '0007-handles': handles,
  '0008-replicated-marks': replicatedMarks,
  '0009-publishing': publishing,
  '0010-keys': keys,
  '0011-calendars': calendars,
  '0012-links': links,
  '0013-dashboard': dashboard,
  '0014-storage-bounds': storageBounds,
  '0015-own-ids': ownIds,
  '0016-days': days,
  '0017-webhooks': webhooks,
};

/** Where the way out is described. */
const remedy =
  'restore a backup into an empty database, as scripts/deploy/operating.md describes under Restore; this one was not changed';

/**
 * Runs what is pending, once, even if another process does the same. All of it, or nothing. A trigger that is missing is made again.
 * @returns the names of what ran now
 * @throws DatabaseDamagedError when the tables are not as a release leaves them
 * @throws DatabaseLockedError when other sessions hold locks for too long
 * @throws DatabaseVersionError when the database is newer than this release
 */
export async function migrate(database: Kysely<Tables>, options: LockOptions = {}): Promise<string[]> {
  const newest = currentFunctions().name;
  let step = newest;
  const known = await retryLocked(database, options, () => step, readRecords);
  refuseNewer(known);
  await refuseDamaged(database, known);
  if (missingOf(known).length === 0 && (await findMissingTriggers(database)).length === 0) return [];
  await ensureRecords(database);
  return retryLocked(
    database,
    options,
    () => step,
    async (transaction) => {
      step = newest;
      await lockRecords(transaction);
      const records = await readRecords(transaction); // what another process ran meanwhile too
      refuseNewer(records);
      const missing = missingOf(records);
      if (missing.length > 0) await removeRecords(transaction, records.filter(areFunctions));
      for (const name of missing) {
        step = name;
        await explainDamage(name, () => migrations[name]?.up(transaction) ?? replaceFunctions(transaction));
        await addRecord(transaction, name);
      }
      step = 'triggers';
      const created = await explainDamage(step, () => createMissingTriggers(transaction));
      return missing.length === 0 && created > 0 ? [step] : missing;
    },
  );
}

/** @throws DatabaseVersionError unless the database's migrations and functions are exactly those of this release */
export async function assertSchemaCurrent(database: Kysely<Tables>): Promise<void> {
  const known = await readRecords(database);
  refuseNewer(known);
  if (missingOf(known).length === 0) return;
  const state = known.length === 0 ? 'has no tables of Belfry' : `is at ${known.at(-1)}, older than this release`;
  throw new DatabaseVersionError(
    `the database ${state}; run \`${commandLine('migrate')}\`, which brings it to ${currentFunctions().name}`,
  );
}

/** What of this release a database lacks, in order: migrations, then its functions, which every migration makes necessary again. */
function missingOf(known: readonly string[]): string[] {
  const { name } = currentFunctions();
  const pending = Object.keys(migrations).filter((migration) => !known.includes(migration));
  return pending.length > 0 || !known.includes(name) ? [...pending, name] : [];
}

/** Says of an error that the database is not as a release leaves it, unless it is one that an operator can act on otherwise. */
async function explainDamage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OperatorError || isSerialisationFailure(cause)) throw cause;
    const wrong = `${name} failed (${reasonOf(cause)}), so the tables are not as a release of Belfry leaves them`;
    throw new DatabaseDamagedError(`${wrong}; ${remedy}`, { cause });
  }
}

/** @throws DatabaseDamagedError when tables are missing or have lost their primary keys, or something is recorded twice */
async function refuseDamaged(database: Kysely<Tables>, known: readonly string[]): Promise<void> {
  const twice = known.find((name, index) => known.indexOf(name) !== index);
  const found = [twice === undefined ? null : `${twice} is recorded twice`, await findDamage(database, known)];
  const damage = found.filter((each) => each !== null).join(', ');
  if (damage !== '') throw new DatabaseDamagedError(`the database is damaged: ${damage}; ${remedy}`);
}

function refuseNewer(known: readonly string[]): void {
  const unknown = known.filter((name) =>
    areFunctions(name) ? areNewerFunctions(name) : !Object.hasOwn(migrations, name),
  );
  if (unknown.length === 0) return;
  throw new DatabaseVersionError(
    `the database was migrated by a newer release, to ${unknown.at(-1)}, and this release only knows ${currentFunctions().name}; use the newer release`,
  );
}
