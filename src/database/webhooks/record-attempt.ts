// Records what became of an attempt, and what follows: delivered, tried again, given up, or switched off by the receiver.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { lockState, scheduleNext } from './claim-deliveries.ts';
import type { AttemptRecord, DeliveryKind } from './webhook-tables.ts';

export type AttemptOutcome = { next: 'done' | 'gone' | 'give up' } | { next: 'retry'; afterMilliseconds: number };

export const recordAttempt = (
  database: Database,
  { id, webhookId, kind }: { id: string; webhookId: string; kind: DeliveryKind },
  record: AttemptRecord,
  outcome: AttemptOutcome,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockState(transaction, webhookId);
    const { next } = outcome;
    const state = next === 'retry' ? 'pending' : next === 'done' ? 'delivered' : 'failed';
    const wait = outcome.next === 'retry' ? outcome.afterMilliseconds : 0;
    await sql`update webhook_delivery set state = ${state}, attempts = attempts + 1,
        -- Of the earlier ones it is enough what they were.
        answers = coalesce((select jsonb_agg(jsonb_set(each, '{answer}', 'null') order by place)
          from jsonb_array_elements(answers) with ordinality listed(each, place)), '[]') || ${JSON.stringify([record])}::jsonb,
        not_before = clock_timestamp() + make_interval(secs => ${wait / 1000}::double precision),
        finished_at = case when ${next !== 'retry'} then clock_timestamp() end
      where id = ${id} and state = 'pending'`.execute(transaction);
    // Whether events arrive is not told by a test, which somebody may try while they do not.
    if (next === 'done' && kind !== 'test')
      await sql`update webhook_state set failing_since = null where webhook_id = ${webhookId}`.execute(transaction);
    if (next === 'give up' && kind !== 'test')
      await sql`update webhook_state set failing_since = coalesce(failing_since, clock_timestamp())
        where webhook_id = ${webhookId}`.execute(transaction);
    if (next === 'gone') await switchOff(transaction, webhookId);
    await scheduleNext(transaction, webhookId);
  });

/** Nobody is there any more (410): what waits is not sent. */
async function switchOff(transaction: Database, webhookId: string): Promise<void> {
  await sql`
    with gone as (
      update webhook_delivery set state = 'dropped', finished_at = clock_timestamp()
      where webhook_id = ${webhookId} and state = 'pending' returning id
    )
    update webhook_state set gone_at = clock_timestamp(), dropped = dropped + (select count(*)::integer from gone)
    where webhook_id = ${webhookId}`.execute(transaction);
}
