// Reads the summary of `npm run status` from bounded queries: totals, and the organisations that need attention. Of these only the
// first are read from the store, however many organisations there are.

import { sql } from 'kysely';
import { isOrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { enqueueUnlessReadOnly } from '../database/queue/changed-versions.ts';
import type { Store } from '../store/store.ts';
import { type OrganisationStatus, readGeneral, readOrganisations, type Status } from './read-status.ts';

/** The age in seconds from which a queued change is overdue. */
const longWait = 10;

export type Summary = Omit<Status, 'organisations'> & {
  totals: {
    organisations: number;
    /** Organisations whose documents the database knows to be published. */
    published: number;
    withheldVersions: number;
    /** Organisations with a withheld version, and those for which publishing fails. */
    withheld: number;
    failing: number;
    /** How many organisations need attention. */
    inNeed: number;
  };
  /** The most urgent of these: failing, not known to be published, withheld, overdue, rolled back. */
  urgent: OrganisationStatus[];
};

/** @param limit how many organisations `urgent` has at most */
export async function readSummary(database: Database, store: Store, now: number, limit: number): Promise<Summary> {
  await enqueueUnlessReadOnly(database);
  const { rows } = await sql<Summary['totals'] & { urgent: string[] }>`
    with pending as (
      select organisation_id, min(changed_at) as since from pending_change group by organisation_id
    ), leases as (
      select organisation_id, max(failures) as failures, sum(withheld)::integer as withheld, bool_or(rolled_back) as rolled_back,
        bool_or(kind = 'documents' and fence is not null) as is_published
      from publish_lease group by organisation_id
    ), states as (
      select id, since, coalesce(failures, 0) as failures, coalesce(withheld, 0) as withheld,
        coalesce(rolled_back, false) as rolled_back, coalesce(is_published, false) as is_published,
        coalesce(since < clock_timestamp() - make_interval(secs => ${longWait}), false) as is_overdue
      from organisation
      left join pending on pending.organisation_id = id
      left join leases on leases.organisation_id = id
    ), in_need as (
      select * from states where failures > 0 or not is_published or withheld > 0 or is_overdue or rolled_back
    )
    select count(*)::integer as organisations,
      count(*) filter (where is_published)::integer as published,
      coalesce(sum(withheld), 0)::integer as "withheldVersions",
      count(*) filter (where withheld > 0)::integer as withheld,
      count(*) filter (where failures > 0)::integer as failing,
      (select count(*)::integer from in_need) as "inNeed",
      array(
        select id from in_need
        order by failures > 0 desc, is_published, withheld > 0 desc, is_overdue desc, since, id limit ${limit}
      ) as urgent
    from states`.execute(database);
  const [{ urgent, ...totals } = { urgent: [], ...noTotals }] = rows;
  const organisations = await readOrganisations(database, store, now, urgent.filter(isOrganisationId));
  const order = new Map(urgent.map((id, index) => [id, index]));
  organisations.sort((one, other) => (order.get(one.organisationId) ?? 0) - (order.get(other.organisationId) ?? 0));
  return { ...(await readGeneral(database, store)), totals, urgent: organisations };
}

const noTotals = { organisations: 0, published: 0, withheldVersions: 0, withheld: 0, failing: 0, inNeed: 0 };
