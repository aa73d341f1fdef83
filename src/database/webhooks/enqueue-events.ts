// Adds events to the outbox, in the transaction that records what happened: so they are sent if that is recorded, and only then.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** The most in one statement; an organisation has a bounded outbox in any case. */
const atOnce = 100;

export async function enqueueEvents(
  transaction: Database,
  organisationId: OrganisationId,
  events: readonly WebhookEvent[],
): Promise<void> {
  for (let first = 0; first < events.length; first += atOnce)
    await sql`select enqueue_webhook_events(${organisationId}, ${JSON.stringify(events.slice(first, first + atOnce))}::jsonb)`.execute(
      transaction,
    );
}
