// Takes webhooks of which something is due, so that no other sender delivers to them meanwhile: a webhook gets one delivery at a time,
// in order. A sender that dies keeps its claims until they end; then the delivery is sent again, with the same id of its event.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import type { DeliveryKind } from './webhook-tables.ts';

/** Longer than an attempt takes, with resolving a name. */
const claimSeconds = 60;

export type ClaimedWebhook = { webhookId: string; organisationId: string };

/**
 * The organisation with the fewest is served first, so that one with many webhooks or a slow receiver delays no other.
 * @param share the most for one organisation
 * @param busy organisations of the deliveries that this sender has under way, one for each
 */
export async function claimWebhooks(
  database: Database,
  { limit, share, busy }: { limit: number; share: number; busy: readonly string[] },
): Promise<ClaimedWebhook[]> {
  const { rows } = await sql<ClaimedWebhook>`
    with under_way as (select id, count(*) as count from unnest(${busy}::text[]) id group by id),
    due as (
      select webhook_id, due_at, coalesce(under_way.count, 0)
        + row_number() over (partition by organisation_id order by due_at, webhook_id) as place
      from webhook_state left join under_way on under_way.id = organisation_id
      where due_at <= clock_timestamp() and (claimed_until is null or claimed_until < clock_timestamp())
    ), chosen as (select webhook_id from due where place <= ${share} order by place, due_at limit ${limit})
    update webhook_state set claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from chosen
    where webhook_state.webhook_id = chosen.webhook_id and (claimed_until is null or claimed_until < clock_timestamp())
    returning webhook_state.webhook_id as "webhookId", organisation_id as "organisationId"`.execute(database);
  return rows;
}

export type DueDelivery = {
  id: string;
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  at: Date;
  kind: DeliveryKind;
  attempts: number;
  url: string;
  secrets: string[];
};

/**
 * What to send of a claimed webhook now: a test or a replay at once, and otherwise the oldest event, for which all later ones wait.
 * @returns null when nothing is due any more; then the claim has ended
 */
export async function readDue(database: Database, webhookId: string): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    select delivery.id, event_id as "eventId", type, data, at, kind, attempts, hook.url,
      array(select secret from webhook_secret
        where webhook_id = hook.id and (ends_at is null or ends_at > clock_timestamp()) order by created_at desc) as secrets
    from (
      (select *, 0 as place from webhook_delivery
        where webhook_id = ${webhookId} and state = 'pending' and kind <> 'event' and not_before <= clock_timestamp()
        order by id limit 1)
      union all
      (select *, 1 from webhook_delivery
        where webhook_id = ${webhookId} and state = 'pending' and kind = 'event' order by id limit 1)
    ) delivery
    join webhook hook on hook.id = ${webhookId} and (hook.enabled or delivery.kind = 'test')
      and exists (select from webhook_secret where webhook_id = hook.id)
    where not_before <= clock_timestamp()
    order by place limit 1`.execute(database);
  const [due = null] = rows;
  if (due === null) await endClaim(database, webhookId);
  return due;
}

/**
 * Ends the claim, and says when something is due again. One that is switched off, or has no secret, is looked at now and then, since
 * nobody is told when that changes.
 */
export const endClaim = (database: Database, webhookId: string): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockState(transaction, webhookId);
    await scheduleNext(transaction, webhookId);
  });

/**
 * Before what is due is looked at, in a statement of its own: whoever spreads events holds this row until they can be seen, so none is
 * overlooked. All who lock deliveries as well lock it first.
 */
export const lockState = (transaction: Database, webhookId: string) =>
  sql`select from webhook_state where webhook_id = ${webhookId} for update`.execute(transaction);

/** @param transaction has the lock of the state */
export const scheduleNext = (transaction: Database, webhookId: string) =>
  sql`update webhook_state set claimed_until = null, due_at = (
      select greatest(min(next.not_before), case
        when not exists (select from webhook join webhook_secret on webhook_id = id where id = ${webhookId} and enabled)
          then clock_timestamp() + interval '1 minute' end)
      from (
        (select min(not_before) as not_before from webhook_delivery
          where webhook_id = ${webhookId} and state = 'pending' and kind <> 'event')
        union all
        (select not_before from webhook_delivery
          where webhook_id = ${webhookId} and state = 'pending' and kind = 'event' order by id limit 1)
      ) next
      having min(next.not_before) is not null)
    where webhook_id = ${webhookId}`.execute(transaction);
