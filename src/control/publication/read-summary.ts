// Reads the summary of `npm run status` from bounded queries: totals, and the organisations that need attention. Of these only the
// first are read from the store, however many organisations there are.

import { sql } from 'kysely';
import { isOrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { mostUrgentFirst } from '../../database/queue/read-attention.ts';
import { oldestWaiting } from '../../database/queue/read-queue.ts';
import { overdueAfter } from '../../snapshot/attention.ts';
import type { Store } from '../../store/store.ts';
import { type OrganisationStatus, readGeneral, readOrganisations, type Status } from './read-status.ts';

export type Summary = Omit<Status, 'organisations'> & {
  totals: {
    organisations: number;
    /** Organisations whose documents the database knows to be published. */
    published: number;
    withheldVersions: number;
    withheldLinks: number;
    /** Changes of days that are kept and not applied, since their lessons are gone. */
    orphanedChanges: number;
    /** Organisations with a withheld version, and those for which publishing fails. */
    withheld: number;
    failing: number;
    /** How many organisations need attention. */
    attention: number;
  };
  /** The most urgent of these, in the order of attention.ts; what is not known to be published counts as unreadable. */
  urgent: OrganisationStatus[];
};

/** @param limit how many organisations `urgent` has at most */
export async function readSummary(database: Database, store: Store, now: number, limit: number): Promise<Summary> {
  await enqueueUnlessReadOnly(database);
  const { rows } = await sql<Summary['totals'] & { urgent: string[] }>`
    with pending as (
      select organisation_id, ${oldestWaiting} as since from pending_change group by organisation_id
    ), leases as (
      select organisation_id, max(failures) as failures,
        coalesce(sum(withheld) filter (where kind <> 'days'), 0)::integer as withheld, bool_or(rolled_back) as rolled_back,
        coalesce(sum(withheld) filter (where kind = 'derived'), 0)::integer as links,
        coalesce(sum(withheld) filter (where kind = 'days'), 0)::integer as orphaned,
        bool_or(kind = 'documents' and fence is not null) as is_published
      from publish_lease group by organisation_id
    ), states as (
      select id as organisation_id, since, coalesce(failures, 0) as failures, coalesce(withheld, 0) as withheld, coalesce(links, 0) as links,
        coalesce(orphaned, 0) as orphaned,
        coalesce(rolled_back, false) as rolled_back, coalesce(is_published, false) as is_published,
        coalesce(since < clock_timestamp() - make_interval(secs => ${overdueAfter}), false) as is_overdue
      from organisation
      left join pending on pending.organisation_id = id
      left join leases on leases.organisation_id = id
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
  const [{ urgent, ...totals } = { urgent: [], ...noTotals }] = rows;
  const organisations = await readOrganisations(database, store, now, urgent.filter(isOrganisationId));
  const order = new Map(urgent.map((id, index) => [id, index]));
  organisations.sort((one, other) => (order.get(one.organisationId) ?? 0) - (order.get(other.organisationId) ?? 0));
  return { ...(await readGeneral(database, store)), totals, urgent: organisations };
}

const noTotals = {
  ...{ organisations: 0, published: 0, withheldVersions: 0, withheldLinks: 0, withheld: 0, failing: 0, attention: 0 },
  orphanedChanges: 0,
};
