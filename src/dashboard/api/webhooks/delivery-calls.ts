// What was delivered to a webhook, and sending it once more.

import { type ListedDelivery, listDeliveries } from '../../../control/webhooks/list-deliveries.ts';
import { replayDelivery } from '../../../control/webhooks/send-test.ts';
import type { DeliveryState } from '../../../database/webhooks/webhook-tables.ts';
import { component, type Declared, listOf, momentOf, organisationOf, pageOf, pageQuery } from '../call.ts';

const tag = 'Webhooks';
const states = ['pending', 'delivered', 'failed', 'dropped'] as const satisfies readonly DeliveryState[];

const shown = ({ at, nextAttemptAt, finishedAt, ...delivery }: ListedDelivery) => ({
  ...delivery,
  timestamp: momentOf(at),
  nextAttemptAt: finishedAt === null ? momentOf(nextAttemptAt) : null,
  finishedAt: momentOf(finishedAt),
});

export const deliveryCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/webhooks/{webhookId}/deliveries',
    operationId: 'listDeliveries',
    tag,
    summary: 'List what was delivered in the last two weeks, or could not be, with the answers, the newest first',
    query: {
      ...pageQuery,
      eventId: { type: 'string', maxLength: 64, description: 'Only those of this event.' },
      state: { type: 'string', enum: [...states], description: 'Only those in this state.' },
    },
    answers: { 200: { description: 'A page of them.', schema: listOf('WebhookDelivery') } },
    async carryOut(asked) {
      const { operator, params, query } = asked;
      const { eventId } = query;
      const { items, next } = await listDeliveries(
        operator.open.database,
        organisationOf(asked),
        params['webhookId'] ?? '',
        pageOf(asked),
        {
          eventId: typeof eventId === 'string' ? eventId : undefined,
          state: states.find((state) => state === query['state']),
        },
      );
      return { status: 200, body: { items: items.map(shown), next } };
    },
  },
  {
    call: 'POST /organisations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    operationId: 'replayDelivery',
    tag,
    summary: 'Send once more what was delivered, or could not be, with the same id of its event',
    answers: { 202: { description: 'It is sent.', schema: component('SentEvent') } },
    async carryOut(asked) {
      const { operator, params } = asked;
      const [webhookId = '', deliveryId = ''] = [params['webhookId'], params['deliveryId']];
      return { status: 202, body: await replayDelivery(operator, organisationOf(asked), webhookId, deliveryId) };
    },
  },
];
