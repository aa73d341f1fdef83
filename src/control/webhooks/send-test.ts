// Sends a webhook something to try it with, or once more what it got before. The sender does it, so what is returned is the id by which
// its delivery is found.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { testEvent } from '../../database/webhooks/webhook-events.ts';
import { AlreadyError, NotFoundError } from '../../errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAs, type Editor, type SecretSource } from '../operator.ts';
import { readWebhook } from './list-webhooks.ts';

/** Tests and replays that may wait for one webhook. */
const mostWaiting = 20;

/** One attempt is made, also where the webhook is off. @throws NotFoundError, AlreadyError */
export async function sendTest(
  editor: Editor,
  { randomBytes }: Pick<SecretSource, 'randomBytes'>,
  organisationId: OrganisationId,
  webhookId: string,
): Promise<{ eventId: string }> {
  const eventId = `evt_${Buffer.from(randomBytes(16)).toString('hex')}`;
  await changeAs(editor, async (transaction) => {
    await readWebhook(transaction, organisationId, webhookId);
    await assertRoom(transaction, webhookId);
    await transaction
      .insertInto('webhook_event')
      .values({
        ...{ organisation_id: organisationId, webhook_id: webhookId, event_id: eventId, type: testEvent },
        ...{ kind: 'test', data: JSON.stringify({ organisationId, webhookId }) },
      })
      .execute();
    await recordAudit(transaction, { organisationId, resource: 'webhook', action: 'tested', subject: webhookId });
  });
  return { eventId };
}

/**
 * With the same id and the same body, so that a receiver that has it already knows it.
 * @throws NotFoundError, AlreadyError
 */
export async function replayDelivery(
  editor: Editor,
  organisationId: OrganisationId,
  webhookId: string,
  deliveryId: string,
): Promise<{ eventId: string }> {
  return changeAs(editor, async (transaction) => {
    await readWebhook(transaction, organisationId, webhookId);
    const delivery = /^\d{1,18}$/.test(deliveryId)
      ? await transaction
          .selectFrom('webhook_delivery')
          .select(['event_id', 'type', 'data', 'at'])
          .where('id', '=', deliveryId)
          .where('webhook_id', '=', webhookId)
          .executeTakeFirst()
      : undefined;
    if (delivery === undefined) throw new NotFoundError(`webhook ${webhookId} has no delivery ${deliveryId}`);
    await assertRoom(transaction, webhookId);
    const { data, at, ...event } = delivery;
    await transaction
      .insertInto('webhook_event')
      .values({
        ...{ ...event, organisation_id: organisationId, webhook_id: webhookId, kind: 'replay' },
        ...{ data: JSON.stringify(data), at: at.toISOString() },
      })
      .execute();
    const entry = { organisationId, resource: 'webhook', action: 'replayed', subject: webhookId };
    await recordAudit(transaction, { ...entry, new: { deliveryId } });
    return { eventId: event.event_id };
  });
}

async function assertRoom(transaction: Database, webhookId: string): Promise<void> {
  const waitingIn = (table: 'webhook_event' | 'webhook_delivery') => {
    const waiting = transaction.selectFrom(table).select('event_id').where('webhook_id', '=', webhookId);
    return waiting.where('kind', 'in', ['test', 'replay']).limit(mostWaiting);
  };
  const waiting = await waitingIn('webhook_event').execute();
  const pending = await waitingIn('webhook_delivery').where('state', '=', 'pending').execute();
  if (waiting.length + pending.length >= mostWaiting)
    throw new AlreadyError(
      `${mostWaiting} tests and replays of webhook ${webhookId} wait already; try again when they are sent`,
    );
}
