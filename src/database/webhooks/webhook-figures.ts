// How it stands with all webhooks together, or with those of one organisation: those that need somebody, and whether anybody sends.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';

export type WebhookFigures = {
  /** Those whose receiver could not be reached in all attempts, or answered 410: how many, and the first of them. */
  failing: { count: number; first: { organisationId: string; webhookId: string }[] };
  /** For how many seconds something is due that nobody has taken; 0 where nothing is. */
  overdueSeconds: number;
};

const mostNamed = 10;

export async function readWebhookFigures(
  database: Database,
  only: OrganisationId | null = null,
): Promise<WebhookFigures> {
  const { rows } = await sql<{ count: number; first: WebhookFigures['failing']['first'] | null; overdue: number }>`
    with failing as (
      select hook.organisation_id as "organisationId", hook.id as "webhookId"
      from webhook hook join webhook_state state on state.webhook_id = hook.id
      where hook.enabled and (state.failing_since >= hook.enabled_at or state.gone_at >= hook.enabled_at)
        and (${only}::text is null or hook.organisation_id = ${only})
    ), waiting as (
      (select at as since from webhook_event where kind <> 'replay' order by seq limit 1)
      union all select due_at from webhook_state join webhook on webhook.id = webhook_id
        where claimed_until is null or claimed_until < clock_timestamp()
    )
    select (select count(*)::integer from failing) as count,
      (select json_agg(listed) from (select * from failing order by 1, 2 limit ${mostNamed}) listed) as first,
      (select greatest(0, extract(epoch from clock_timestamp() - min(since)))::double precision from waiting) as overdue`.execute(
    database,
  );
  const { count = 0, first = null, overdue } = rows[0] ?? {};
  return { failing: { count, first: first ?? [] }, overdueSeconds: overdue ?? 0 };
}
