// The shapes of webhooks and of their deliveries.

import { eventTypes } from '../../../database/webhooks/webhook-events.ts';
import type { Schema } from '../call.ts';
import {
  anything,
  count,
  countOrNull,
  listOf,
  moment,
  momentOrNull,
  object,
  text,
  textOrNull,
  yes,
} from './basic-schemas.ts';

export const webhookEvents = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  items: { type: 'string', enum: [...eventTypes] },
  description: 'The events that it tells of; null for all, also those that there will be.',
};

const webhook = {
  url: {
    ...text,
    description: 'Without its path for who may not change it, since that may be a secret of the receiver.',
  },
  ...{ id: text, events: webhookEvents, description: textOrNull, enabled: yes },
  state: {
    type: 'string',
    enum: ['ok', 'waiting', 'retrying', 'failing', 'gone', 'off'],
    description:
      'waiting: an event is to be sent; retrying: the last attempt failed; failing: an event could not be delivered in all attempts; ' +
      'gone: the receiver answered 410, and nothing is sent until it is switched on again; off: by a person.',
  },
  failingSince: momentOrNull,
  dropped: { ...count, description: 'Events that were not sent, since too many waited, or for two weeks.' },
  ...{ createdAt: momentOrNull, createdBy: textOrNull, rotatedAt: momentOrNull },
};
const secret = {
  ...textOrNull,
  description: 'The secret of its signatures. Shown this once: null in the answer to a repeated request.',
};

export const webhookSchemas: Readonly<Record<string, Schema>> = {
  Webhook: object(webhook),
  CreatedWebhook: object({ ...webhook, secret }),
  RotatedWebhook: object({
    ...{ id: text, secret },
    formerEndsAt: { ...moment, description: 'Until then the former secret signs as well.' },
  }),
  SentEvent: object({ eventId: { ...text, description: 'By which its delivery is found in the list of them.' } }),
  WebhookDelivery: object({
    ...{ id: text, eventId: text, type: text, timestamp: moment },
    data: anything,
    kind: { type: 'string', enum: ['event', 'test', 'replay'] },
    state: { type: 'string', enum: ['pending', 'delivered', 'failed', 'dropped'] },
    attempts: count,
    nextAttemptAt: { ...momentOrNull, description: 'Null once nothing more is tried.' },
    finishedAt: momentOrNull,
    answers: listOf(
      object({
        ...{ at: moment, milliseconds: count, status: countOrNull },
        answer: { ...textOrNull, description: 'The first 1000 characters of the body.' },
        error: { ...textOrNull, description: 'Why there was no answer.' },
      }),
    ),
  }),
};
