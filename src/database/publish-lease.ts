// The rows of `publish_lease`: which publisher works on an organisation, and what came of the last attempt. The
// statements alone; `src/publish/lease.ts` says how a publisher uses them.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { Database } from './open-database.ts';
import { type Work, whatOf } from './pending-changes.ts';

/**
 * Inserts the lease row of an organisation, before the transaction that locks it, so that no other publisher waits for the
 * insert. No row is made for an organisation that neither exists nor waits to be removed.
 */
export async function ensureLeaseRow(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  await sql`insert into publish_lease (organisation_id, kind)
    select ${organisationId}, ${work}
    where exists (select from organisation where id = ${organisationId})
      or exists (select from pending_change where organisation_id = ${organisationId})
    on conflict do nothing`.execute(database);
}

/**
 * Leases an organisation for as long as the transaction lasts, so that a crash frees it at once.
 * @param idleSeconds after which the server ends a transaction whose publisher has stopped
 * @returns false while another publisher holds it
 */
export async function takeLease(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
  idleSeconds: number,
) {
  // Compiling a statement of the size that reads a version takes seconds, where PostgreSQL thinks it worthwhile: over views,
  // or before the tables were analysed. It runs in milliseconds.
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true),
    set_config('jit', 'off', true)`.execute(transaction);
  const held = await transaction
    .selectFrom('publish_lease')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return held !== undefined;
}

/** Throws when the lease was lost, because its transaction ended. Call it right before changing anything readers see. */
export async function assertLeaseHeld(transaction: Database): Promise<void> {
  await sql`select 1`.execute(transaction);
}

/**
 * Stores the outcome of publishing an organisation and resets its failures. The row is updated even when nothing in it
 * changes: a publisher whose transaction began earlier then fails to lock it (40001) instead of publishing older rows.
 */
export async function recordOutcome(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
  { withheld, rolledBack }: { withheld: number; rolledBack: boolean },
): Promise<void> {
  await transaction
    .updateTable('publish_lease')
    .set({ failures: 0, last_error: null, retry_at: null, withheld, rolled_back: rolledBack })
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .execute();
}

/**
 * The longest wait between two attempts, in seconds. Access is retried soon, since somebody may be locked out. So is what
 * failed because of the store, since that is no fault of the organisation.
 */
const longestWait: Record<Work | 'store', number> = { access: 2, documents: 60, store: 1 };

/**
 * Counts a failed attempt; the next is after 1, 2, 4 ... seconds, give or take a quarter. A publisher that
 * holds the lease meanwhile is already making the next attempt, so its row is skipped.
 * @param cause whether the organisation or the store caused the failure
 * @param pendingOnly count nothing when another publisher has done the work meanwhile
 */
export async function recordFailure(
  database: Database,
  organisationId: OrganisationId,
  work: Work,
  error: string,
  { cause, pendingOnly }: { cause: 'organisation' | 'store'; pendingOnly: boolean },
): Promise<void> {
  const longest = longestWait[cause === 'store' ? 'store' : work];
  await sql`update publish_lease set failures = failures + 1, last_error = ${error},
      retry_at = clock_timestamp()
        + least(power(2, least(failures, 10)), ${longest}) * (0.75 + random() / 2) * interval '1 second'
    where (organisation_id, kind) in (
      select organisation_id, kind from publish_lease
      where organisation_id = ${organisationId} and kind = ${work} for update skip locked
    ) and (${!pendingOnly} or exists (
      select from pending_change where organisation_id = ${organisationId} and what = any(${whatOf[work]})))`.execute(
    database,
  );
}

/** Records a rollback before it happens, in case the process dies during it. Called under the organisation's lease. */
export async function expectRollback(transaction: Database, organisationId: OrganisationId): Promise<void> {
  await transaction
    .updateTable('publish_lease')
    .set({ rolled_back: true })
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'documents')
    .execute();
}

/**
 * Deletes the row of a deleted organisation, under its lease. It is selected first, since roles that publish for an
 * existing organisation have no right to delete rows.
 */
export async function removeLease(transaction: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  const found = await transaction.selectFrom('organisation').select('id').where('id', '=', organisationId).execute();
  if (found.length > 0) return;
  await transaction
    .deleteFrom('publish_lease')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .execute();
}

/** Deletes the rows of all deleted organisations, except those that are queued for removal or locked by a publisher. */
export async function pruneLeases(database: Database): Promise<void> {
  await sql`delete from publish_lease where (organisation_id, kind) in (
    select organisation_id, kind from publish_lease lease
    where not exists (select from organisation where id = lease.organisation_id)
      and not exists (select from pending_change pending where pending.organisation_id = lease.organisation_id)
    for update skip locked)`.execute(database);
}
