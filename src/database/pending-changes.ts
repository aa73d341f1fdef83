// The queue of what has to be published again, and the claims on it. The statements of the triggers' other side.

import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/** The two things that are published apart: access waits for no document. */
export type Work = 'access' | 'documents';

export type PendingChange = { seq: string; what: string; subject: string | null };

const whatOf: Record<Work, ('access' | 'key' | 'version' | 'list' | 'organisation')[]> = {
  access: ['access', 'key'],
  documents: ['version', 'list', 'organisation'],
};

/**
 * How long changes of drafts are gathered: until nothing has changed for `quiet`, but never longer than `bound`.
 * Milliseconds. Everything else is due at once.
 */
export const draftGathering = { quiet: 300, bound: 2_000 };

/** Organisations with work that is due, the longest waiting first. Those that failed wait for their next attempt. */
export async function listDue(database: Database, work: Work): Promise<string[]> {
  const { quiet, bound } = draftGathering;
  const { rows } = await sql<{ organisation_id: string }>`
    select pending.organisation_id
    from pending_change pending
    left join timetable_version version
      on pending.what = 'version' and version.id = pending.subject
    left join publish_claim claim
      on claim.organisation_id = pending.organisation_id and claim.kind = ${work}
    where pending.what = any(${whatOf[work]}) and (claim.retry_at is null or claim.retry_at <= clock_timestamp())
    group by pending.organisation_id
    having bool_or(pending.what <> 'version' or version.status is distinct from 'draft')
      or max(pending.changed_at) < clock_timestamp() - make_interval(secs => ${quiet / 1000})
      or min(pending.changed_at) < clock_timestamp() - make_interval(secs => ${bound / 1000})
    order by min(pending.seq)`.execute(database);
  return rows.map(({ organisation_id }) => organisation_id);
}

/** Every organisation with anything pending, due or not, the longest waiting first. */
export async function listWaiting(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('pending_change')
    .select('organisation_id')
    .groupBy('organisation_id')
    .orderBy(({ fn }) => fn.min('seq'))
    .execute();
  return rows.map(({ organisation_id }) => organisation_id);
}

/** Milliseconds until work of the kind is due that waits now; null when nothing waits. */
export async function nextDue(database: Database, work: Work): Promise<number | null> {
  const { quiet, bound } = draftGathering;
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from min(due_at) - clock_timestamp())::double precision * 1000 as wait
    from (
      select greatest(max(claim.retry_at), least(
        max(pending.changed_at) + make_interval(secs => ${quiet / 1000}),
        min(pending.changed_at) + make_interval(secs => ${bound / 1000}))) as due_at
      from pending_change pending
      left join publish_claim claim
        on claim.organisation_id = pending.organisation_id and claim.kind = ${work}
      where pending.what = any(${whatOf[work]})
      group by pending.organisation_id
    ) organisations`.execute(database);
  const wait = rows[0]?.wait ?? null;
  return wait === null ? null : Math.max(0, wait);
}

/**
 * Claims an organisation for as long as the transaction lasts, so that a crash frees it at once.
 * @param idleSeconds after which the server ends a transaction whose publisher has stopped
 * @returns false while another publisher holds it
 */
export async function claim(transaction: Database, organisationId: string, work: Work, idleSeconds: number) {
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true)`.execute(transaction);
  const held = await transaction
    .selectFrom('publish_claim')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return held !== undefined;
}

/** Makes the row that is claimed; before the transaction, so that nobody waits for it. */
export async function prepareClaim(database: Database, organisationId: string, work: Work): Promise<void> {
  await database
    .insertInto('publish_claim')
    .values({ organisation_id: organisationId, kind: work, last_error: null, retry_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Fails when the claim is lost, for then its transaction is. To be called right before what only its holder may do. */
export async function proveClaim(transaction: Database): Promise<void> {
  await sql`select 1`.execute(transaction);
}

/** The changes that the transaction sees, oldest first. */
export function readPending(transaction: Database, organisationId: string, work: Work): Promise<PendingChange[]> {
  return transaction
    .selectFrom('pending_change')
    .select(['seq', 'what', 'subject'])
    .where('organisation_id', '=', organisationId)
    .where('what', 'in', whatOf[work])
    .orderBy('seq')
    .execute();
}

/** Clears the changes that were read, and no others: what was committed meanwhile stays pending. */
export async function clearPending(transaction: Database, changes: readonly PendingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const seqs = changes.map(({ seq }) => seq);
  await sql`delete from pending_change where seq = any(${seqs}::bigint[])`.execute(transaction);
}

/** Marks all that an organisation shows, or its access and all its keys, as changed. */
export async function markAgain(database: Database, organisationId: string, work: Work): Promise<void> {
  const mark =
    work === 'documents' ? sql`mark_changed(${organisationId})` : sql`mark_access_changed(${organisationId})`;
  await sql`select ${mark}`.execute(database);
}

/** Marks everything of organisations as changed, key by key, since none of their keys can have gone from the store. */
export async function markWhole(database: Database, organisationIds: readonly string[]): Promise<void> {
  if (organisationIds.length === 0) return;
  await sql`insert into pending_change (organisation_id, what, subject)
    select id, 'organisation', null from organisation where id = any(${organisationIds}::text[])
    union all select id, 'access', null from organisation where id = any(${organisationIds}::text[])
    union all select organisation_id, 'key', sha256 from api_key
      where organisation_id = any(${organisationIds}::text[])`.execute(database);
}

/** Longest wait between two attempts, in seconds. */
const longestWait = 60;

/**
 * Counts a failed attempt, unless somebody else has done the work meanwhile; the next is after 1, 2, 4 ... up to 60 seconds, give or take a
 * quarter.
 */
export async function recordFailure(database: Database, organisationId: string, work: Work, error: string) {
  await sql`update publish_claim set failures = failures + 1, last_error = ${error},
      retry_at = clock_timestamp() + least(power(2, least(failures, 10)), ${longestWait}) * (0.75 + random() / 2) * interval '1 second'
    where organisation_id = ${organisationId} and kind = ${work} and exists (
      select from pending_change where organisation_id = ${organisationId} and what = any(${whatOf[work]}))`.execute(
    database,
  );
}

/**
 * Remembers what came of publishing an organisation; failures are forgotten. The row is written even where it stays as
 * it is: whoever has taken its snapshot already but not its claim is then refused the claim (40001), for it would
 * publish what was the case before.
 */
export async function recordOutcome(
  transaction: Database,
  organisationId: string,
  work: Work,
  { withheld, rolledBack }: { withheld: number; rolledBack: boolean },
): Promise<void> {
  await transaction
    .updateTable('publish_claim')
    .set({ failures: 0, last_error: null, retry_at: null, withheld, rolled_back: rolledBack })
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .execute();
}

/** How much waits: changes, organisations, and for how long the first of them has. */
export async function readQueue(database: Database): Promise<{ depth: number; ageSeconds: number; withheld: number }> {
  const { rows } = await sql<{ depth: number; ageSeconds: number; withheld: number }>`
    select count(*)::integer as depth,
      coalesce(extract(epoch from clock_timestamp() - min(changed_at)), 0)::double precision as "ageSeconds",
      (select coalesce(sum(withheld), 0)::integer from publish_claim) as withheld
    from pending_change`.execute(database);
  return rows[0] ?? { depth: 0, ageSeconds: 0, withheld: 0 };
}

/** Organisations that a build looks at although nothing changed: something is withheld there, or rolled back. */
export async function listUnsettled(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('publish_claim')
    .select('organisation_id')
    .where(({ eb, or }) => or([eb('withheld', '>', 0), eb('rolled_back', '=', true)]))
    .orderBy('organisation_id')
    .execute();
  return rows.map(({ organisation_id }) => organisation_id);
}
