// Waits for locks with patience: only a few seconds at a time, because other statements wait behind whoever waits, and again later. A
// deadlock ends one of those that wait for each other, which is then tried again as well.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { backOff } from '../../back-off.ts';
import { commandLine } from '../../command-line.ts';
import { DatabaseLockedError, LockTimeoutError } from '../../errors.ts';
import { isSerialisationFailure } from '../connect/postgres-errors.ts';
import type { Tables } from '../tables.ts';

/** Milliseconds before it is tried again. */
const pauses = { first: 200, longest: 2_000 };

export type LockOptions = {
  /** How often it is tried, and how many seconds it waits for a lock each time. */
  attempts?: number;
  lockSeconds?: number;
  /** Called after each attempt that failed to get its locks. @param holders the sessions that hold some */
  onLocked?: (step: string, holders: string) => void;
};

/**
 * Runs the work in a transaction of its own, again and again until it gets its locks.
 * @param stepOf what the work is doing, for messages
 * @throws DatabaseLockedError after the last attempt
 */
export async function retryLocked<Result>(
  database: Kysely<Tables>,
  { attempts = 10, lockSeconds = 3, onLocked = () => {} }: LockOptions,
  stepOf: () => string,
  work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withLockTimeout(database, lockSeconds, work);
    } catch (cause) {
      if (!(cause instanceof LockTimeoutError) && !isSerialisationFailure(cause)) throw cause;
      const holders = await describeLockHolders(database);
      if (attempt >= attempts)
        throw new DatabaseLockedError(
          `${stepOf()} did not get its locks in ${attempts} attempts: ${holders}. End these sessions, or wait until they finish, ` +
            `then run \`${commandLine('migrate')}\` again`,
          { cause },
        );
      onLocked(stepOf(), holders);
      await sleep(backOff(attempt, pauses));
    }
  }
}

/** Runs the work in a transaction in which no statement waits longer than this for a lock. */
const withLockTimeout = <Result>(
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
async function describeLockHolders(database: Kysely<Tables>): Promise<string> {
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
