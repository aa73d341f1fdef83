// Lists the organisations that need attention: those with a failure, a withheld version, a rollback or a waiting
// change. The length of the list is limited.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { mostCounted } from './pending-changes.ts';

export type OrganisationInNeed = {
  organisationId: string;
  /** The number of waiting changes, and the age of the first in seconds. */
  changes: number;
  ageSeconds: number;
  /** Failed attempts since the last success, of access or documents, whichever has more. */
  failures: number;
  withheld: number;
  rolledBack: boolean;
};

export type Attention = {
  /** How many organisations there are. */
  organisations: number;
  /** How many of them need attention. */
  inNeed: number;
  /** The most urgent ones: failures first, then withheld versions, then the longest wait. */
  first: OrganisationInNeed[];
};

/** @param limit the most organisations to return */
export async function readAttention(database: Database, limit: number): Promise<Attention> {
  const { rows } = await sql<Attention>`
    with pending as (
      select organisation_id, count(*)::integer as changes, min(changed_at) as since
      from (
        (select organisation_id, changed_at from pending_change order by seq limit ${sql.lit(mostCounted)})
        union all (select organisation_id, changed_at from held_removal limit ${sql.lit(mostCounted)})
      ) waiting group by organisation_id
    ), leases as (
      select organisation_id, max(failures) as failures, sum(withheld)::integer as withheld, bool_or(rolled_back) as rolled_back
      from publish_lease where failures > 0 or withheld > 0 or rolled_back group by organisation_id
    ), in_need as (
      select organisation_id as "organisationId",
        coalesce(changes, 0) as changes,
        coalesce(extract(epoch from clock_timestamp() - since), 0)::double precision as "ageSeconds",
        coalesce(failures, 0) as failures,
        coalesce(withheld, 0) as withheld,
        coalesce(rolled_back, false) as "rolledBack"
      from pending full join leases using (organisation_id)
    ), named as (
      select * from in_need
      order by failures > 0 desc, withheld > 0 desc, "ageSeconds" desc, "organisationId"
      limit ${limit}
    )
    select
      (select count(*)::integer from organisation) as organisations,
      (select count(*)::integer from in_need) as "inNeed",
      coalesce((select json_agg(named) from named), '[]') as first`.execute(database);
  return rows[0] ?? { organisations: 0, inNeed: 0, first: [] };
}
