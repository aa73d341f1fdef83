// How organisations are, as far as the database knows: for the list of them, for `status`, and for the heartbeat. Who needs attention,
// and who comes first, is decided by snapshot/attention.ts, which this room cannot import; two statements here say the same in SQL,
// and a test compares them.

import { type RawBuilder, sql } from 'kysely';
import type { OrganisationAttention } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';
import { mostCounted, oldestWaiting } from './read-queue.ts';

/** What the publications of each organisation left: a row for each that has any. `withheld` counts versions and links. */
const leases = (which: RawBuilder<unknown> = sql`true`) => sql`
  select organisation_id, max(failures) as failures, bool_or(rolled_back) as rolled_back,
    coalesce(sum(withheld) filter (where kind <> 'days'), 0)::integer as withheld,
    coalesce(sum(withheld) filter (where kind = 'derived'), 0)::integer as links,
    coalesce(sum(withheld) filter (where kind = 'days'), 0)::integer as orphaned,
    bool_or(kind = 'documents' and fence is not null) as is_published
  from publish_lease where ${which} group by organisation_id`;

/** The order of `byUrgency`; `since` is when the oldest queued change was made. */
const mostUrgentFirst = sql`failures > 0 desc, is_published, withheld > 0 desc, since, organisation_id collate "C"`;

export type PublicationState = {
  /** Whether documents of it have been published. */
  isPublished: boolean;
  /** The age of its oldest queued change, or null when nothing waits. */
  lagSeconds: number | null;
  withheldVersions: number;
  withheldLinks: number;
  /** Changes of days that are kept and not applied, since their lessons are gone. */
  orphanedChanges: number;
  isFailing: boolean;
  isRolledBack: boolean;
};

/** @param ids a page of them. @returns one for each that exists */
export async function readPublicationStates(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PublicationState>> {
  const { rows } = await sql<PublicationState & { id: string }>`
    select id, coalesce(is_published, false) as "isPublished",
      case when since is not null then greatest(extract(epoch from clock_timestamp() - since), 0)::double precision end as "lagSeconds",
      coalesce(withheld - links, 0) as "withheldVersions", coalesce(links, 0) as "withheldLinks",
      coalesce(orphaned, 0) as "orphanedChanges",
      coalesce(failures > 0, false) as "isFailing", coalesce(rolled_back, false) as "isRolledBack"
    from organisation
    left join lateral (
      select changed_at as since from pending_change where organisation_id = organisation.id order by seq limit 1
    ) waiting on true
    left join lateral (${leases(sql`organisation_id = organisation.id`)}) leases on true
    where id = any(${ids})`.execute(database);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** What `status` says of one organisation. */
export type OrganisationWork = {
  /** Queued changes, and the age of the oldest for which somebody waits. */
  pending: { changes: number; ageSeconds: number };
  /** Links that are not revoked, and those that are withheld. */
  links: number;
  withheldLinks: number;
  orphanedChanges: number;
  /** Work that failed and will be retried. */
  retries: { kind: string; failures: number; error: string; retryAt: string }[];
};

/** Those of the organisations that exist, in the order of their ids. */
export async function readOrganisationWork(
  database: Database,
  ids: readonly string[],
): Promise<(OrganisationWork & { id: string })[]> {
  const { rows } = await sql<OrganisationWork & { id: string }>`
    select id, pending,
      (select count(*)::integer from link where link.organisation_id = organisation.id and revoked_at is null) as links,
      coalesce(leases.links, 0) as "withheldLinks", coalesce(orphaned, 0) as "orphanedChanges",
      coalesce((
        select json_agg(json_build_object(
          'kind', kind, 'failures', failures, 'error', last_error, 'retryAt', retry_at) order by kind)
        from publish_lease where organisation_id = organisation.id and failures > 0), '[]') as retries
    from organisation
    left join lateral (
      select json_build_object('changes', count(*), 'ageSeconds',
        coalesce(extract(epoch from clock_timestamp() - ${oldestWaiting}), 0)::double precision) as pending
      from pending_change where organisation_id = organisation.id
    ) waiting on true
    left join lateral (${leases(sql`organisation_id = organisation.id`)}) leases on true
    where id = any(${ids}::text[])
    order by id`.execute(database);
  return rows;
}

export type Totals = {
  organisations: number;
  /** Organisations whose documents the database knows to be published. */
  published: number;
  withheldVersions: number;
  withheldLinks: number;
  orphanedChanges: number;
  /** Organisations with a withheld version, and those for which publishing fails. */
  withheld: number;
  failing: number;
  /** How many organisations need attention. */
  attention: number;
};

/**
 * @param overdueAfter seconds from which a change is overdue
 * @param limit the most ids to return as `urgent`: those that need attention. What is not published counts as unreadable
 */
export async function readTotals(
  database: Database,
  { overdueAfter, limit }: { overdueAfter: number; limit: number },
): Promise<{ totals: Totals; urgent: string[] }> {
  const { rows } = await sql<Totals & { urgent: string[] }>`
    with pending as (
      select organisation_id, ${oldestWaiting} as since from pending_change group by organisation_id
    ), states as (
      select id as organisation_id, since, coalesce(failures, 0) as failures, coalesce(withheld, 0) as withheld,
        coalesce(links, 0) as links, coalesce(orphaned, 0) as orphaned,
        coalesce(rolled_back, false) as rolled_back, coalesce(is_published, false) as is_published,
        coalesce(since < clock_timestamp() - make_interval(secs => ${overdueAfter}), false) as is_overdue
      from organisation
      left join pending on pending.organisation_id = id
      left join (${leases()}) leases on leases.organisation_id = id
    ), listed as (
      select * from states where failures > 0 or not is_published or withheld > 0 or is_overdue or rolled_back
    )
    select count(*)::integer as organisations,
      count(*) filter (where is_published)::integer as published,
      coalesce(sum(withheld - links), 0)::integer as "withheldVersions",
      coalesce(sum(links), 0)::integer as "withheldLinks",
      coalesce(sum(orphaned), 0)::integer as "orphanedChanges",
      count(*) filter (where withheld > links)::integer as withheld,
      count(*) filter (where failures > 0)::integer as failing,
      (select count(*)::integer from listed) as attention,
      array(select organisation_id from listed order by ${mostUrgentFirst} limit ${limit}) as urgent
    from states`.execute(database);
  const [found] = rows;
  if (found === undefined) throw new Error('a statement that counts gave no row');
  const { urgent, ...totals } = found;
  return { totals, urgent };
}

export type AttentionList = {
  /** How many organisations there are, and how many of them need attention. */
  organisations: number;
  attention: { count: number; first: OrganisationAttention[] };
};

/**
 * Those that need attention, for the heartbeat, which must not wait: of a long queue only the beginning counts, and whether
 * an organisation is published is not looked up, since what is not waits or fails.
 * @param limit the most organisations to return
 */
export async function readAttention(database: Database, limit: number): Promise<AttentionList> {
  const { rows } = await sql<AttentionList>`
    with pending as (
      select organisation_id, count(*)::integer as changes, ${oldestWaiting} as since
      from (
        (select organisation_id, what, changed_at from pending_change order by seq limit ${sql.lit(mostCounted)})
        union all (select organisation_id, null, changed_at from held_removal limit ${sql.lit(mostCounted)})
      ) waiting group by organisation_id
    ), listed as (
      select organisation_id, coalesce(changes, 0) as changes, since, coalesce(failures, 0) as failures,
        coalesce(withheld, 0) as withheld, coalesce(rolled_back, false) as rolled_back, true as is_published
      from pending
      full join (${leases(sql`failures > 0 or (withheld > 0 and kind <> 'days') or rolled_back`)}) leases using (organisation_id)
      where since is not null or leases.organisation_id is not null
    ), named as (
      select * from listed order by ${mostUrgentFirst} limit ${limit}
    )
    select
      (select count(*)::integer from organisation) as organisations,
      json_build_object(
        'count', (select count(*) from listed),
        'first', coalesce((select json_agg(json_build_object(
          'organisationId', organisation_id, 'changes', changes,
          'ageSeconds', coalesce(extract(epoch from clock_timestamp() - since), 0)::double precision,
          'failures', failures, 'withheld', withheld, 'rolledBack', rolled_back) order by ${mostUrgentFirst}) from named), '[]')
      ) as attention`.execute(database);
  return rows[0] ?? { organisations: 0, attention: { count: 0, first: [] } };
}
