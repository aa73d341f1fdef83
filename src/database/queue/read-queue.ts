// How much waits in the queue, and for how long: for the heartbeat and for `status`.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/**
 * When the oldest change was made for which somebody waits, of rows of the queue. What follows a publication is gathered and comes
 * last, so it counts once it is late.
 */
export const oldestWaiting = sql`min(changed_at) filter (
  where what is distinct from 'calendar' or changed_at < clock_timestamp() - interval '300 seconds')`;

/** Queued changes, the organisations they belong to, the age of the oldest, and how many versions are withheld. */
export type Queue = { depth: number; organisations: number; ageSeconds: number; withheld: number };

/** How many entries of each table are counted at most, since a heartbeat must not wait for a long queue. */
export const mostCounted = 100_000;

/**
 * The size of the queue, held removals and changes that are not enqueued yet included: changes, organisations, and the age
 * of the oldest in seconds.
 */
export async function readQueue(database: Database): Promise<Queue> {
  const most = sql.lit(mostCounted);
  const { rows } = await sql<Queue>`
    select count(*)::integer as depth,
      count(distinct organisation_id)::integer as organisations,
      coalesce(extract(epoch from clock_timestamp() - ${oldestWaiting}), 0)::double precision as "ageSeconds",
      (select coalesce(sum(withheld), 0)::integer from publish_lease where kind = 'documents') as withheld
    from (
      (select organisation_id, what, changed_at from pending_change order by seq limit ${most})
      union all (select organisation_id, null, changed_at from held_removal limit ${most})
      union all (select null, null, transaction_began from changed_version limit ${most})
    ) waiting`.execute(database);
  return rows[0] ?? { depth: 0, organisations: 0, ageSeconds: 0, withheld: 0 };
}
