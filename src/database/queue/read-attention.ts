// Lists the organisations that need attention: those with a failure, a withheld version, a rollback or a waiting
// change. The length of the list is limited, so the most urgent are chosen here, in the order of snapshot/attention.ts.

import { sql } from 'kysely';
import type { OrganisationAttention } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';
import { mostCounted, oldestWaiting } from './read-queue.ts';

/** The order of `byUrgency`, of rows with these columns; `since` is when the oldest queued change was made. */
export const mostUrgentFirst = sql`failures > 0 desc, is_published, withheld > 0 desc, since, organisation_id collate "C"`;

export type AttentionList = {
  /** How many organisations there are, and how many of them need attention. */
  organisations: number;
  attention: { count: number; first: OrganisationAttention[] };
};

/** @param limit the most organisations to return */
export async function readAttention(database: Database, limit: number): Promise<AttentionList> {
  const { rows } = await sql<AttentionList>`
    with pending as (
      select organisation_id, count(*)::integer as changes, ${oldestWaiting} as since
      from (
        (select organisation_id, what, changed_at from pending_change order by seq limit ${sql.lit(mostCounted)})
        union all (select organisation_id, null, changed_at from held_removal limit ${sql.lit(mostCounted)})
      ) waiting group by organisation_id
    ), leases as (
      select organisation_id, max(failures) as failures, 
        coalesce(sum(withheld) filter (where kind <> 'days'), 0)::integer as withheld, bool_or(rolled_back) as rolled_back
      from publish_lease where failures > 0 or (withheld > 0 and kind <> 'days') or rolled_back group by organisation_id
    ), listed as (
      -- Whether it is published is not looked up: what is not waits or fails.
      select organisation_id, coalesce(changes, 0) as changes, since, coalesce(failures, 0) as failures,
        coalesce(withheld, 0) as withheld, coalesce(rolled_back, false) as rolled_back, true as is_published
      from pending full join leases using (organisation_id)
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
