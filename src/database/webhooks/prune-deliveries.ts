// Removes deliveries whose time is over, those of a webhook that has too many, and what is left of webhooks that were removed. Some at a
// time, since a receiver that was dead for long leaves many.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/** For how long a delivery is kept, whatever became of it; what still waits then is dropped, and counted. */
const keptDays = 14;
/** Deliveries that are kept of one webhook, and those that are removed at once. */
const [mostKept, atOnce] = [10_000, 5_000];

/** @returns whether there may be more */
export async function pruneDeliveries(database: Database): Promise<boolean> {
  const { rows } = await sql<{ removed: number }>`
    with over as (
      (select id, webhook_id, state from webhook_delivery
        where created_at < clock_timestamp() - make_interval(days => ${keptDays}) order by created_at limit ${atOnce})
      union
      (select beyond.id, beyond.webhook_id, beyond.state from webhook_state
        join lateral (
          select id, webhook_id, state from webhook_delivery
          where webhook_id = webhook_state.webhook_id order by id desc offset ${mostKept} limit ${atOnce}
        ) beyond on true limit ${atOnce})
      union
      (select id, webhook_delivery.webhook_id, webhook_delivery.state from webhook_state
        join webhook_delivery using (webhook_id)
        where not exists (select from webhook where id = webhook_state.webhook_id) limit ${atOnce})
    ), removed as (
      delete from webhook_delivery using over where webhook_delivery.id = over.id
    ), counted as (
      update webhook_state set dropped = dropped + waiting.count
      from (select webhook_id, count(*)::integer as count from over where state = 'pending' group by webhook_id) waiting
      where webhook_state.webhook_id = waiting.webhook_id
    )
    select count(*)::integer as removed from over`.execute(database);
  await sql`delete from webhook_state where not exists (select from webhook where id = webhook_state.webhook_id)
    and not exists (select from webhook_delivery where webhook_id = webhook_state.webhook_id)`.execute(database);
  return (rows[0]?.removed ?? 0) >= atOnce;
}
