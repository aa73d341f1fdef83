// The versions whose rows have changed, which triggers enter in changed_version since that is cheap for editors. What reads the
// queue first moves them into it, a limited number with each statement.

import { sql } from 'kysely';
import { ReadOnlyDatabaseError } from '../../errors.ts';
import type { Database } from '../connect/open-database.ts';

/** How many entries of changed_version one statement moves, so that each ends soon, whatever has gathered. */
const movedAtOnce = 1000;

/**
 * Moves versions from changed_version to the queue: a trigger enqueues what is deleted. Cheap when there are none.
 * @param batches the most statements to use; what is left is moved by a later call
 * @param from the oldest transaction whose entries are looked for, as an earlier call returned it: entries of older ones
 *   were moved, and only their dead rows may be left
 * @returns whether everything was moved, and the `from` of the next call
 */
export async function moveChangedVersions(
  database: Database,
  batches = Number.POSITIVE_INFINITY,
  from = '0',
): Promise<{ isComplete: boolean; from: string }> {
  let after = { transaction: from, version: '', began: '-infinity' };
  /** What had begun before the first statement, and is not running any more, has been seen by all of them. */
  let firstOldest: string | undefined;
  for (let batch = 0; batch < batches; batch++) {
    const { rows } = await sql<{
      moved: number;
      oldest: string;
      transaction: string | null;
      version: string | null;
      began: string | null;
    }>`
      with batch as (
        select transaction_id, version_id, transaction_began from changed_version
        where (transaction_id, version_id, transaction_began)
          > (${after.transaction}::xid8, ${after.version}, ${after.began}::timestamptz)
        order by transaction_id, version_id, transaction_began limit ${movedAtOnce}
      ), moved as (
        delete from changed_version using batch
        where changed_version.transaction_id = batch.transaction_id and changed_version.version_id = batch.version_id
          and changed_version.transaction_began = batch.transaction_began
      ), last as (
        select * from batch order by transaction_id desc, version_id desc, transaction_began desc limit 1
      )
      select (select count(*)::integer from batch) as moved, pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
        (select transaction_id::text from last) as transaction, (select version_id from last) as version,
        (select transaction_began::text from last) as began`.execute(database);
    const [{ moved, oldest, transaction, version, began } = noneMoved] = rows;
    firstOldest ??= oldest;
    if (moved < movedAtOnce || transaction === null || version === null || began === null)
      return { isComplete: true, from: firstOldest };
    after = { transaction, version, began };
  }
  return { isComplete: false, from };
}

const noneMoved = { moved: 0, oldest: '0', transaction: null, version: null, began: null };

/**
 * The same for commands that only report. On a read-only server, such as a standby, it does nothing: the publishers of the
 * primary move the versions. A publisher must fail there instead of finding an empty queue.
 */
export async function enqueueUnlessReadOnly(database: Database): Promise<void> {
  try {
    await moveChangedVersions(database, 10);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
  }
}

/** Whether versions of any organisation have changed since they were last enqueued. */
export async function hasChangedVersions(database: Database): Promise<boolean> {
  return (await database.selectFrom('changed_version').select('version_id').limit(1).executeTakeFirst()) !== undefined;
}
