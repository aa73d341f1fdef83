// The statements that publishers run on the change queue. Triggers fill it. Those of a version's rows enter its id in
// changed_version, which is cheaper for the editor; what reads the queue first moves these entries into it.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import type { Tables } from '../tables.ts';
import { namedVersions } from '../timetable/row-id.ts';

/** The kinds of work, published independently so that none waits for a less urgent one. */
export type Work = 'access' | 'documents' | 'days' | 'derived';

/** What follows from documents and calendar, and becomes due by time too. */
export type DerivedWork = Extract<Work, 'days' | 'derived'>;

/** `waited`: the seconds since it was committed, or a little more. `event`: what webhooks are told of it. */
export type PendingChange = {
  seq: string;
  what: string;
  subject: string | null;
  waited: number;
  event: Selectable<Tables['pending_change']>['event'];
};

type What = 'access' | 'key' | 'link' | 'version' | 'list' | 'organisation' | 'calendar' | 'removal' | 'days';

export const whatOf: Record<Work, What[]> = {
  access: ['access', 'key', 'link'],
  documents: ['version', 'list', 'organisation', 'removal'],
  days: ['days'],
  derived: ['calendar'],
};

/** Queue entries that stand for everything of their kind. */
const whatOfAll: Record<Work, string[]> = {
  access: ['access', 'key', 'link'],
  documents: ['organisation'],
  days: ['days'],
  derived: ['calendar'],
};

/**
 * Changes of a draft are due when the draft has not changed for `wait` milliseconds, or `maxWait` after the first.
 * All other changes are due at once.
 */
const draftDebounce = { wait: 300, maxWait: 2_000 };

/** An organisation with more versions to build than this counts as large. */
const fewVersions = 8;

/** An organisation with pending work, and in how many milliseconds it is due; 0 or less when it is due now. */
export type PendingOrganisation = { organisationId: OrganisationId; isLarge: boolean; dueIn: number };

/** How many organisations one reading of the queue returns, in the order to publish them; a later one finds the others. */
export const mostListed = 1000;

/**
 * Organisations with pending work, those that are due first. Documents: first those with few versions to build, then the
 * others, each kind by how long it has waited. Access: alternating between the latest change and the longest wait, so that a
 * revocation is not stuck behind a long queue, and no organisation waits for ever; this reads only what editors never lock.
 * One that failed is due at its next attempt.
 */
export async function listPending(
  database: Database,
  work: Exclude<Work, DerivedWork>, // which also becomes due by time: see list-derived.ts
): Promise<PendingOrganisation[]> {
  const { rows } = await (work === 'access' ? pendingAccess : pendingDocuments).execute(database);
  return rows.flatMap(({ organisation_id: organisationId, isLarge, dueIn }) =>
    isOrganisationId(organisationId) ? [{ organisationId, isLarge, dueIn }] : [],
  );
}

type PendingRow = { organisation_id: string; isLarge: boolean; dueIn: number };

/** How many milliseconds from now a time is. Null counts as now. */
export const millisecondsUntil = (moment: RawBuilder<unknown>) =>
  sql`coalesce(extract(epoch from ${moment} - clock_timestamp()) * 1000, 0)::double precision`;

const pendingAccess = sql<PendingRow>`
  select organisation_id, false as "isLarge", "dueIn"
  from (
    select pending.organisation_id, ${millisecondsUntil(sql`max(lease.retry_at)`)} as "dueIn",
      row_number() over (order by max(pending.seq) desc) as newest,
      row_number() over (order by min(pending.seq)) as oldest
    from pending_change pending
    left join publish_lease lease on lease.organisation_id = pending.organisation_id and lease.kind = 'access'
    where pending.what in ('access', 'key', 'link')
    group by pending.organisation_id
  ) listed
  order by "dueIn" > 0, least(newest, oldest), newest limit ${sql.lit(mostListed)}`;

const { wait, maxWait } = draftDebounce;
const named = namedVersions('pending.organisation_id', 'pending.subject');
const pendingDocuments = sql<PendingRow>`
  select organisation_id, "isLarge", "dueIn"
  from (
    select organisation_id, "isLarge", oldest, ${millisecondsUntil(sql`greatest(retry_at, due_at)`)} as "dueIn"
    from (
    select pending.organisation_id, max(lease.retry_at) as retry_at, min(pending.seq) as oldest,
      bool_or(pending.what = 'organisation') or count(distinct pending.subject) > ${sql.lit(fewVersions)} as "isLarge",
      case when bool_and(pending.what = 'version' and ${named.status} is not distinct from 'draft') then least(
        max(pending.changed_at) + ${sql.lit(`${wait} milliseconds`)}::interval,
        min(pending.changed_at) + ${sql.lit(`${maxWait} milliseconds`)}::interval) end as due_at
    from pending_change pending
    ${named.join}
    left join publish_lease lease on lease.organisation_id = pending.organisation_id and lease.kind = 'documents'
    where pending.what in ('version', 'list', 'organisation')
    group by pending.organisation_id
    ) grouped
  ) listed
  order by "dueIn" > 0, "isLarge", oldest limit ${sql.lit(mostListed)}`;

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

/** The changes that the transaction sees, oldest first. */
export function readPending(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
): Promise<PendingChange[]> {
  return (
    transaction
      .selectFrom('pending_change')
      .select(['seq', 'what', 'subject', 'event'])
      .select(
        sql<number>`greatest(0, extract(epoch from clock_timestamp() - changed_at))::double precision`.as('waited'),
      )
      .where('organisation_id', '=', organisationId)
      // As literals, which the index of changes of access needs.
      .where(sql<boolean>`what in (${sql.join(whatOf[work].map((what) => sql.lit(what)))})`)
      .orderBy('seq')
      .execute()
  );
}

/** Clears the changes that were read and no others, so what was committed meanwhile stays pending. */
export async function clearPending(transaction: Database, changes: readonly PendingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const seqs = changes.map(({ seq }) => seq);
  await sql`delete from pending_change where seq = any(${seqs}::bigint[])`.execute(transaction);
}

/** Enqueues all documents of an organisation, its access record, its keys and its links, or what is derived. */
export async function requeue(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, what from unnest(${whatOfAll[work]}::text[]) what
    on conflict do nothing`.execute(database);
  if (work === 'access') await sql`select pg_notify('belfry_change', ${organisationId})`.execute(database);
}

/**
 * Enqueues everything of these organisations, their keys included, without repeating what is queued as a whole. What is derived
 * follows from the publication of the documents.
 */
export async function requeueAll(database: Database, organisationIds: readonly string[]): Promise<void> {
  await requeueWorks(database, organisationIds, ['access', 'documents']);
}

/** Enqueues what is derived of these organisations, without repeating what is queued. */
export async function requeueDerived(database: Database, organisationIds: readonly string[]): Promise<void> {
  await requeueWorks(database, organisationIds, ['days', 'derived']);
}

async function requeueWorks(
  database: Database,
  organisationIds: readonly string[],
  works: readonly Work[],
): Promise<void> {
  if (organisationIds.length === 0) return;
  const whats = works.flatMap((work) => whatOfAll[work]);
  await sql`insert into pending_change (organisation_id, what)
    select id, what from unnest(${organisationIds}::text[]) id, unnest(${whats}::text[]) what
    where not exists (
      select from pending_change known
      where known.organisation_id = id and known.what = what.what and known.subject is null)
    on conflict do nothing`.execute(database);
}

/** Like `requeue`, but does nothing if such work is already queued. */
export async function ensureQueued(database: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  const pending = await readPending(database, organisationId, work);
  // A link has a record of its own.
  if (pending.every(({ what }) => what === 'link')) await requeue(database, organisationId, work);
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
      union all select distinct organisation_id, 'link', null from link
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
    union all select distinct organisation_id, 'link', null from link
    -- An entry that names no key makes the publisher look for deleted keys.
    union all (select id, 'key', null from shown limit 1)
    on conflict do nothing`.execute(transaction);
}
