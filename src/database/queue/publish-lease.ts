// The rows of `publish_lease`: which publisher works on an organisation, and the outcome of the last attempt. This file
// has only the statements; `src/publish/database/with-lease.ts` describes the protocol.

import { sql } from 'kysely';
import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import { type Work, whatOf } from './pending-changes.ts';

/**
 * Inserts the lease row of an organisation. This happens before the transaction that locks the row, so that no other
 * publisher waits for the insert. No row is inserted for an organisation that neither exists nor is queued for
 * removal.
 */
export async function ensureLeaseRow(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  await sql`insert into publish_lease (organisation_id, kind)
    select ${organisationId}, ${work}
    where exists (select from organisation where id = ${organisationId})
      or exists (select from pending_change where organisation_id = ${organisationId})
    on conflict do nothing`.execute(database);
}

/** @throws ReadOnlyDatabaseError on a server that only reads, such as a standby; MissingGrantError */
export async function assertWritable(database: Database): Promise<void> {
  await sql`update publish_lease set failures = failures where false`.execute(database);
}

/**
 * Leases an organisation until the transaction ends, so a crash releases it at once.
 * @param idleSeconds seconds after which PostgreSQL ends the transaction of a publisher that hangs
 * @returns `gone` when there is no row: another publisher has removed the deleted organisation
 */
export async function takeLease(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
  idleSeconds: number,
): Promise<'taken' | 'busy' | 'gone'> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true)`.execute(transaction);
  const row = transaction
    .selectFrom('publish_lease')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work);
  if ((await row.forUpdate().skipLocked().executeTakeFirst()) !== undefined) return 'taken';
  return (await row.executeTakeFirst()) === undefined ? 'gone' : 'busy';
}

/** Throws when the transaction has ended, and the lease with it. Call it right before each change that readers see. */
export async function assertLeaseHeld(transaction: Database): Promise<void> {
  await sql`select 1`.execute(transaction);
}

/** From when until when what was derived is right, and by which release of the time-zone data. Times as ISO 8601. */
type Validity = { validFrom: string; validUntil: string; tzdata: string };

/**
 * `fence` is the one that was written into the part of the record; null when the part was not replaced. `derived` is the validity
 * of what was derived; null when nothing is, since there is no calendar; undefined when it stays as it was.
 */
export type Outcome = {
  /** Versions, changes of days that do not apply, or links of derived work; undefined where that stays as it was. */
  withheld?: number | undefined;
  rolledBack: boolean;
  fence: number | null;
  derived?: Validity | null | undefined;
  /** Whether the record has the part at all; by default it has. */
  hasPart?: boolean;
  /** Of what webhooks were told last; undefined when that stays. */
  told?: string | undefined;
};

/**
 * `own` is the transaction's id, which fences what it publishes: larger than that of any earlier transaction, and never reused.
 * `last` is the fence of the part when it was last published; null when that is not known. `told` is of what webhooks were told last.
 */
type Fences = { own: number; last: number | null; told: string | null };

export async function readFences(transaction: Database, organisationId: OrganisationId, work: Work): Promise<Fences> {
  const { rows } = await sql<{ own: string; last: string | null; told: string | null }>`
    select pg_current_xact_id()::text as own, fence::text as last, told
    from (select) one left join publish_lease on organisation_id = ${organisationId} and kind = ${work}`.execute(
    transaction,
  );
  const { own, last, told } = rows[0] ?? { own: undefined, last: null, told: null };
  return { own: Number(own), last: last === null ? null : Number(last), told };
}

/**
 * Stores the outcome of publishing an organisation and resets its failures. The row is updated even when nothing in it
 * changes: a publisher whose transaction began earlier then fails to lock it (40001) instead of publishing older rows.
 */
export async function recordOutcome(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
  { withheld, rolledBack, fence, derived, hasPart = true, told }: Outcome,
): Promise<void> {
  const published = !hasPart ? { fence: null } : fence === null ? {} : { fence: String(fence) };
  const { validFrom = null, validUntil = null, tzdata = null } = derived ?? {};
  const validity = derived === undefined ? {} : { valid_from: validFrom, valid_until: validUntil, tzdata };
  await transaction
    .updateTable('publish_lease')
    .set({
      failures: 0,
      last_error: null,
      retry_at: null,
      ...(withheld !== undefined && { withheld }),
      rolled_back: rolledBack,
      ...(told !== undefined && { told }),
      ...published,
      ...validity,
    })
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .execute();
}

/**
 * The longest delay between two attempts, in seconds. Access is retried soon, since somebody may be locked out. So is
 * a failure of the store, since the organisation did not cause it.
 */
const longestWait: Record<Work | 'store', number> = { access: 2, documents: 60, days: 60, derived: 60, store: 1 };

/**
 * Counts a failed attempt. The next follows after 1, 2, 4 ... seconds or up to half as soon, as by `backOff`. The row is skipped if
 * a publisher holds the lease, since it is already making the next attempt.
 * @param failure whether the organisation or the store caused it; `isRequested`: count it even if nothing is pending. Days and
 *   derived work may be due with nothing pending, so a failure of them always counts
 */
export async function recordFailure(
  database: Database,
  organisationId: OrganisationId,
  work: Work,
  { reason, cause, isRequested }: { reason: string; cause: 'organisation' | 'store'; isRequested: boolean },
): Promise<void> {
  const longest = longestWait[cause === 'store' ? 'store' : work];
  await sql`update publish_lease set failures = failures + 1, last_error = ${reason},
      retry_at = clock_timestamp()
        + least(power(2, least(failures, 10)), ${longest}) * (0.5 + random() / 2) * interval '1 second'
    where (organisation_id, kind) in (
      select organisation_id, kind from publish_lease
      where organisation_id = ${organisationId} and kind = ${work} for update skip locked
    ) and (${isRequested || work === 'days' || work === 'derived'} or exists (
      select from pending_change where organisation_id = ${organisationId} and what = any(${whatOf[work]})))`.execute(
    database,
  );
}

/** Organisations with a withheld version or a rollback, which are built although nothing changed. */
export async function listToVerify(database: Database): Promise<OrganisationId[]> {
  const rows = await database
    .selectFrom('publish_lease')
    .select('organisation_id')
    .where('kind', '=', 'documents')
    .where(({ eb, or }) => or([eb('withheld', '>', 0), eb('rolled_back', '=', true)]))
    .orderBy('organisation_id')
    .execute();
  return rows.map(({ organisation_id }) => organisation_id).filter(isOrganisationId);
}

/** Whether the database has ever published anything: publishing inserts lease rows. */
export async function hasPublished(database: Database): Promise<boolean> {
  return (await database.selectFrom('publish_lease').select('kind').limit(1).executeTakeFirst()) !== undefined;
}

/** Records a rollback before it happens, in case the process dies during it. The caller holds the organisation's lease. */
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
