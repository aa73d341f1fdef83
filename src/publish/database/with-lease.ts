// The lease of an organisation: a row that its publisher locks for as long as the transaction lasts (a row lock, in
// PostgreSQL's terms). One publisher works on an organisation at a time, and a crash frees it at once. PostgreSQL ends the
// transaction of a publisher from which it hears nothing, so one that makes progress is heard every second, however slow the
// store or the machine; one that is suspended, or makes none for long, loses the lease.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { isSerialisationFailure } from '../../database/connect/postgres-errors.ts';
import { requeue, type Work } from '../../database/queue/pending-changes.ts';
import { assertLeaseHeld, ensureLeaseRow, takeLease } from '../../database/queue/publish-lease.ts';
import { ConflictError } from '../../errors.ts';
import { conflictOf } from '../../snapshot/replace-part.ts';
import type { Opened } from '../port.ts';

/** Seconds after which PostgreSQL ends the transaction of an idle publisher, and with it the lease. */
const idleSeconds: Record<Work, number> = { access: 5, documents: 60, days: 60, derived: 60 };

/** Milliseconds between two signs of progress, and for which an attempt may give them. */
const progressInterval = 1_000;
const longestAttempt: Record<Work, number> = { access: 60_000, documents: 900_000, days: 900_000, derived: 900_000 };

/**
 * Runs a task while holding the lease of an organisation for one kind of work, or for several, of which the first is done.
 * @param task it calls `assertMayPublish` right before each change that readers see; that throws when the lease is lost
 */
export async function withLease<Result>(
  database: Database,
  organisationId: OrganisationId,
  works: Work | readonly [Work, ...Work[]],
  task: (transaction: Database, assertMayPublish: () => Promise<void>) => Promise<Opened<Result>>,
): Promise<Opened<Result>> {
  const all = typeof works === 'string' ? ([works] as const) : works;
  const [work] = all;
  for (const each of all) await ensureLeaseRow(database, organisationId, each);
  // Documents and calendars are read in one snapshot; for access each statement sees what is committed by then.
  const isolation = work === 'access' ? 'read committed' : 'repeatable read';
  let mustRequeue = false;
  try {
    return await database
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (transaction): Promise<Opened<Result>> => {
        // None is waited for, so nobody waits for another in a circle.
        for (const each of all) {
          const lease = await takeLease(transaction, organisationId, each, idleSeconds[work]);
          if (lease !== 'taken') return { state: lease === 'busy' ? 'busy' : 'nothing' };
        }
        const assertMayPublish = async () => {
          await assertLeaseHeld(transaction);
          mustRequeue = true;
        };
        const endProgress = showProgress(transaction, work);
        try {
          return await task(transaction, assertMayPublish);
        } catch (error) {
          const isHeld = await assertLeaseHeld(transaction).then(
            () => true,
            () => false,
          );
          if (isHeld) mustRequeue = false; // the changes are still pending
          throw error;
        } finally {
          await endProgress();
        }
      });
  } catch (error) {
    // The lease was lost after it was asserted. Another publisher may have cleared the queue in between, before this one
    // published what it had read earlier. So everything is enqueued again.
    if (mustRequeue) await requeue(database, organisationId, work);
    if (error instanceof ConflictError) return { state: 'conflict', error };
    if (isSerialisationFailure(error))
      return { state: 'conflict', error: conflictOf(organisationId, { cause: error }) };
    throw error;
  }
}

/**
 * Lets PostgreSQL hear of the transaction every second. A failure is met by the next statement of the task.
 * @returns ends this; the transaction may only end afterwards
 */
function showProgress(transaction: Database, work: Work): () => Promise<void> {
  const started = performance.now();
  let sign: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (performance.now() - started > longestAttempt[work]) clearInterval(timer);
    else sign = sign.then(() => assertLeaseHeld(transaction)).catch(() => {});
  }, progressInterval);
  return async () => {
    clearInterval(timer);
    await sign;
  };
}
