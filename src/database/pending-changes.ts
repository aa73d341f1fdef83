// The statements that publishers run on the change queue. Triggers fill it. Those of a version's rows enter its id in
// changed_version, which is cheaper for the editor; what reads the queue first moves these entries into it.

import { sql } from 'kysely';
import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { Database } from './open-database.ts';
import { isReadOnly } from './postgres-errors.ts';

/** The two kinds of work, published independently so that access does not wait for documents. */
export type Work = 'access' | 'documents';

export type PendingChange = { seq: string; what: string; subject: string | null };

export const whatOf: Record<Work, ('access' | 'key' | 'version' | 'list' | 'organisation')[]> = {
  access: ['access', 'key'],
  documents: ['version', 'list', 'organisation'],
};

/** Queue entries that stand for everything of their kind. */
const whatOfAll: Record<Work, string[]> = { access: ['access', 'key'], documents: ['organisation'] };

/**
 * Changes of a draft are due when the draft has not changed for `wait` milliseconds, or `maxWait` after the first.
 * All other changes are due at once.
 */
export const draftDebounce = { wait: 300, maxWait: 2_000 };

/** An organisation with more versions to build than this counts as large. */
const fewVersions = 8;

/**
 * Organisations with work that is due. Documents: first those with few versions to build, then the others, each kind by how
 * long it has waited. Access: alternating between the latest change and the longest wait, so that a revocation is not stuck
 * behind a long queue, and no organisation waits for ever. One that failed is due at its next attempt.
 */
export async function listDue(
  database: Database,
  work: Work,
): Promise<{ organisationId: OrganisationId; isLarge: boolean }[]> {
  const { wait, maxWait } = draftDebounce;
  const order = work === 'access' ? sql`least(newest, oldest), newest` : sql`"isLarge", oldest`;
  const { rows } = await sql<{ organisation_id: string; isLarge: boolean }>`
    select organisation_id, "isLarge"
    from (
      select pending.organisation_id,
        bool_or(pending.what = 'organisation') or count(distinct pending.subject) > ${fewVersions} as "isLarge",
        row_number() over (order by max(pending.seq) desc) as newest,
        row_number() over (order by min(pending.seq)) as oldest
      from pending_change pending
      left join timetable_version version
        on pending.what = 'version' and version.id = pending.subject
      left join publish_lease lease
        on lease.organisation_id = pending.organisation_id and lease.kind = ${work}
      where pending.what = any(${whatOf[work]}) and (lease.retry_at is null or lease.retry_at <= clock_timestamp())
      group by pending.organisation_id
      having bool_or(pending.what <> 'version' or version.status is distinct from 'draft')
        or max(pending.changed_at) < clock_timestamp() - make_interval(secs => ${wait / 1000})
        or min(pending.changed_at) < clock_timestamp() - make_interval(secs => ${maxWait / 1000})
    ) due
    order by ${order}`.execute(database);
  return rows.flatMap(({ organisation_id: organisationId, isLarge }) =>
    isOrganisationId(organisationId) ? [{ organisationId, isLarge }] : [],
  );
}

/** Moves the versions in changed_version to the queue: a trigger enqueues what is deleted. Cheap when there are none. */
export async function enqueueChangedVersions(database: Database): Promise<void> {
  await database.deleteFrom('changed_version').execute();
}

/**
 * The same for commands that only report. On a read-only server, such as a standby, it does nothing: the publishers of the
 * primary move the versions. A publisher must fail there instead of finding an empty queue.
 */
export async function enqueueUnlessReadOnly(database: Database): Promise<void> {
  try {
    await enqueueChangedVersions(database);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** Whether versions of any organisation have changed since they were last enqueued. */
export async function hasChangedVersions(database: Database): Promise<boolean> {
  return (await database.selectFrom('changed_version').select('version_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether work of this kind is pending for an organisation not in `except`, due or not. Cheap, for polling. */
export async function hasPending(database: Database, work: Work, except: ReadonlySet<string>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from pending_change where what = any(${whatOf[work]}) and organisation_id <> all(${[...except]}::text[])
    ) as found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Every organisation with anything pending, due or not, the longest waiting first. */
export async function listWaiting(database: Database): Promise<OrganisationId[]> {
  const rows = await database
    .selectFrom('pending_change')
    .select('organisation_id')
    .groupBy('organisation_id')
    .orderBy(({ fn }) => fn.min('seq'))
    .execute();
  return rows.map(({ organisation_id }) => organisation_id).filter(isOrganisationId);
}

/** The transaction's id: larger than that of any earlier transaction, and never reused. */
export async function readFence(transaction: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
  return Number(rows[0]?.id);
}

/** The changes that the transaction sees, oldest first. */
export function readPending(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
): Promise<PendingChange[]> {
  return transaction
    .selectFrom('pending_change')
    .select(['seq', 'what', 'subject'])
    .where('organisation_id', '=', organisationId)
    .where('what', 'in', whatOf[work])
    .orderBy('seq')
    .execute();
}

/** Clears the changes that were read and no others, so what was committed meanwhile stays pending. */
export async function clearPending(transaction: Database, changes: readonly PendingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const seqs = changes.map(({ seq }) => seq);
  await sql`delete from pending_change where seq = any(${seqs}::bigint[])`.execute(transaction);
}

/** Enqueues all documents of an organisation, or its access record and all its keys. */
export async function requeue(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, what from unnest(${whatOfAll[work]}::text[]) what
    on conflict do nothing`.execute(database);
  if (work === 'access') await sql`select pg_notify('belfry_change', ${organisationId})`.execute(database);
}

/** Like `requeue`, but does nothing if such work is already queued. */
export async function ensureQueued(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  if ((await readPending(database, organisationId, work)).length === 0) await requeue(database, organisationId, work);
}

/**
 * Enqueues everything of organisations that are missing from the store, with one entry for each existing key: the
 * store has no keys to delete. Existing entries are not repeated.
 */
export async function enqueueOrganisations(database: Database, organisationIds: readonly string[]): Promise<void> {
  if (organisationIds.length === 0) return;
  await sql`insert into pending_change (organisation_id, what, subject)
    select * from (
      select id, 'organisation', null::text from organisation
      union all select id, 'access', null from organisation
      union all select organisation_id, 'key', sha256 from api_key
    ) changes(organisation_id, what, subject)
    where organisation_id = any(${organisationIds}::text[]) and not exists (
      select from pending_change known
      where known.organisation_id = changes.organisation_id and known.what = changes.what
        and known.subject is not distinct from changes.subject)
    on conflict do nothing`.execute(database);
}

/**
 * Enqueues everything in the database, and everything published that the database does not have.
 * @param published the organisations in the store
 */
export async function enqueueEverything(transaction: Database, published: readonly string[]): Promise<void> {
  await sql`
    with shown as (select id from organisation union select unnest(${published}::text[]))
    insert into pending_change (organisation_id, what, subject)
    select id, 'organisation', null from shown
    union all select id, 'access', null from shown
    union all select organisation_id, 'key', sha256 from api_key
    -- An entry that names no key makes the publisher look for deleted keys.
    union all (select id, 'key', null from shown limit 1)
    on conflict do nothing`.execute(transaction);
}

/** Queued changes, the organisations they belong to, the age of the oldest, and how many versions are withheld. */
export type Queue = { depth: number; organisations: number; ageSeconds: number; withheld: number };

/** The size of the queue, held removals included: changes, organisations, and the age of the oldest in seconds. */
export async function readQueue(database: Database): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select count(*)::integer as depth,
      count(distinct organisation_id)::integer as organisations,
      coalesce(extract(epoch from clock_timestamp() - min(changed_at)), 0)::double precision as "ageSeconds",
      (select coalesce(sum(withheld), 0)::integer from publish_lease) as withheld
    from (
      select organisation_id, changed_at from pending_change
      union all select organisation_id, changed_at from held_removal
    ) waiting`.execute(database);
  return rows[0] ?? { depth: 0, organisations: 0, ageSeconds: 0, withheld: 0 };
}
