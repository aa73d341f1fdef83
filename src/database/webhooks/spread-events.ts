// Makes deliveries of what is in the outbox: one for each webhook that wants the event, in the order of the outbox. One sender at a time
// does this, or two would mix up the order. An event that no webhook wants leaves as well.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/** Events in one transaction, and deliveries that may wait for one webhook: the oldest of more are dropped. */
const atOnce = 500;
export const mostPending = 1_000;

/** So that no two senders do it; any number that is used for nothing else. */
const lock = 7_146_231_095;

/** @returns how many events there were; as many as fit at once when there may be more */
export const spreadEvents = (database: Database): Promise<{ events: number; isComplete: boolean }> =>
  database.transaction().execute(async (transaction) => {
    const { rows: locked } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${lock}) as "isMine"`.execute(transaction);
    if (!locked[0]?.isMine) return { events: 0, isComplete: true };
    const { rows } = await sql<{ events: number; webhooks: string[] | null }>`
      with taken as (
        delete from webhook_event where seq in (select seq from webhook_event order by seq limit ${atOnce}) returning *
      ), wanted as (
        select taken.*, hook.id as to_webhook
        from taken join webhook hook on hook.organisation_id = taken.organisation_id
        left join webhook_state state on state.webhook_id = hook.id
        where case taken.kind
          when 'event' then hook.enabled and taken.at >= hook.created_at and (hook.events is null or taken.type = any (hook.events))
            and (state.gone_at is null or state.gone_at < hook.enabled_at)
          else hook.id = taken.webhook_id end
      ), spread as (
        insert into webhook_delivery (webhook_id, event_id, type, data, at, kind)
        select to_webhook, event_id, type, data, at, kind from wanted order by seq
      ), told as (
        insert into webhook_state (webhook_id, organisation_id, due_at, dropped)
        select to_webhook, min(organisation_id), clock_timestamp(), sum(dropped)::integer from wanted group by to_webhook
        on conflict (webhook_id) do update set due_at = least(webhook_state.due_at, excluded.due_at),
          dropped = webhook_state.dropped + excluded.dropped
        returning webhook_id
      )
      select (select count(*)::integer from taken) as events, (select array_agg(webhook_id) from told) as webhooks`.execute(
      transaction,
    );
    const { events = 0, webhooks = null } = rows[0] ?? {};
    if (webhooks !== null) await dropTooMany(transaction, webhooks);
    return { events, isComplete: events < atOnce };
  });

/** Of each webhook the newest stay, and the oldest while a sender is at it. */
const dropTooMany = (transaction: Database, webhooks: readonly string[]) =>
  sql`
    with too_many as (
      select oldest.id, oldest.webhook_id
      from unnest(${webhooks}::text[]) hook
      join lateral (
        select id, webhook_id from webhook_delivery where webhook_id = hook and state = 'pending' and kind = 'event'
        order by id desc offset ${mostPending}
      ) oldest on true
      join webhook_state state on state.webhook_id = hook
      where state.claimed_until is null or state.claimed_until < clock_timestamp() or oldest.id <> (
        select min(id) from webhook_delivery where webhook_id = hook and state = 'pending' and kind = 'event')
    ), gone as (
      update webhook_delivery set state = 'dropped', finished_at = clock_timestamp()
      from too_many where webhook_delivery.id = too_many.id
      returning webhook_delivery.webhook_id
    )
    update webhook_state set dropped = dropped + counted.count
    from (select webhook_id, count(*)::integer as count from gone group by webhook_id) counted
    where webhook_state.webhook_id = counted.webhook_id`.execute(transaction);
