// The webhooks of an organisation: listed, created, changed, rotated, tried and removed. A secret is shown once.

import { readOrganisation } from '../../../control/organisations/list-organisations.ts';
import { changeWebhook, removeWebhook, type WebhookChange } from '../../../control/webhooks/change-webhook.ts';
import { createWebhook } from '../../../control/webhooks/create-webhook.ts';
import { type ListedWebhook, listWebhooks } from '../../../control/webhooks/list-webhooks.ts';
import { mostOverlapSeconds, rotateWebhook, usualOverlapSeconds } from '../../../control/webhooks/rotate-webhook.ts';
import { sendTest } from '../../../control/webhooks/send-test.ts';
import { decidePermission } from '../../permissions.ts';
import { component, type Declared, listOf, momentOf, organisationOf, pageQuery, textIn } from '../call.ts';
import { assertState, preconditionOf } from '../preferences.ts';
import { webhookEvents } from '../schemas/webhook-schemas.ts';

const tag = 'Webhooks';
const url = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  description: 'Where it is sent: https, at a public address.',
};
const description = { type: ['string', 'null'], maxLength: 4096, description: 'What it is for.' };

const shown = (webhook: ListedWebhook) => ({
  ...stateOf(webhook),
  ...{ state: webhook.health, failingSince: momentOf(webhook.failingSince), dropped: webhook.dropped },
});

/** Who only looks sees who is told: the rest of an address may be what its receiver keeps secret. */
const withoutPath = (webhook: ListedWebhook) => ({
  ...shown(webhook),
  url: webhook.url.replace(/^([a-z]+:\/\/[^/?#\\]*).*$/s, '$1'),
});

const changing = 'PATCH /organisations/{id}/webhooks/{webhookId}';

/** What of a webhook is changed by people, and so makes its ETag: how it stands with it does not. */
const stateOf = ({ id, url, events, description, enabled, createdAt, createdBy, rotatedAt }: ListedWebhook) => ({
  ...{ id, url, events, description, enabled, createdBy },
  ...{ createdAt: momentOf(createdAt), rotatedAt: momentOf(rotatedAt) },
});

export const webhookCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/webhooks',
    operationId: 'listWebhooks',
    tag,
    summary:
      'List the webhooks of an organisation and how it stands with each, the oldest first; there are ten at most',
    query: pageQuery,
    answers: { 200: { description: 'All of them, without what is secret.', schema: listOf('Webhook') } },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      await readOrganisation(database, organisationOf(asked));
      const webhooks = await listWebhooks(database, organisationOf(asked));
      const mayChange = decidePermission(asked.caller, changing, organisationOf(asked)) === 'allowed';
      return { status: 200, body: { items: webhooks.map(mayChange ? shown : withoutPath), next: null } };
    },
  },
  {
    call: 'POST /organisations/{id}/webhooks',
    operationId: 'createWebhook',
    tag,
    summary: 'Create a webhook; its secret is shown this once',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: { url, events: webhookEvents, description },
    },
    answers: { 201: { description: 'The webhook.', schema: component('CreatedWebhook') } },
    async carryOut(asked) {
      const { operator, context, body } = asked;
      const organisationId = organisationOf(asked);
      const wanted = {
        ...{ organisationId, url: textIn(body, 'url') ?? '', description: textIn(body, 'description') ?? null },
        events: eventsIn(body) ?? null,
      };
      const { webhook, secret } = await createWebhook(operator, context.secrets, wanted, context.webhookAllow);
      const kept = { ...shown(webhook), secret: null };
      return { status: 201, body: { ...kept, secret }, kept, state: stateOf(webhook) };
    },
  },
  {
    call: changing,
    operationId: 'changeWebhook',
    tag,
    summary: 'Change where a webhook is sent, of what it tells, what it is for, or whether it is on',
    takes: { ifMatch: true },
    body: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { url, events: webhookEvents, description, enabled: { type: 'boolean' } },
    },
    answers: { 200: { description: 'The webhook, without what is secret.', schema: component('Webhook') } },
    async carryOut(asked) {
      const { operator, context, body, params, request } = asked;
      const precondition = preconditionOf(request);
      const organisationId = organisationOf(asked);
      const webhook = await changeWebhook(
        operator,
        organisationId,
        params['webhookId'] ?? '',
        changeIn(body),
        context.webhookAllow,
        (before) => assertState(precondition, stateOf(before)),
      );
      return { status: 200, body: shown(webhook), state: stateOf(webhook) };
    },
  },
  {
    call: 'DELETE /organisations/{id}/webhooks/{webhookId}',
    operationId: 'removeWebhook',
    tag,
    summary: 'Remove a webhook; what was not delivered by now is not sent any more',
    answers: { 204: { description: 'It is removed.', schema: null } },
    async carryOut(asked) {
      await removeWebhook(asked.operator, organisationOf(asked), asked.params['webhookId'] ?? '');
      return { status: 204 };
    },
  },
  {
    call: 'POST /organisations/{id}/webhooks/{webhookId}/rotate',
    operationId: 'rotateWebhook',
    tag,
    summary: 'Give a webhook a new secret; the former one signs as well until the overlap is over',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        overlapSeconds: { type: 'integer', minimum: 0, maximum: mostOverlapSeconds, default: usualOverlapSeconds },
      },
    },
    answers: { 201: { description: 'The new secret, shown this once.', schema: component('RotatedWebhook') } },
    async carryOut(asked) {
      const { operator, context, body, params } = asked;
      const id = params['webhookId'] ?? '';
      const overlapSeconds = Number(Reflect.get(Object(body), 'overlapSeconds') ?? usualOverlapSeconds);
      const times = { overlapSeconds, now: context.now() };
      const rotated = await rotateWebhook(operator, context.secrets, organisationOf(asked), id, times);
      return { status: 201, body: { id, ...rotated }, kept: { id, ...rotated, secret: null } };
    },
  },
  {
    call: 'POST /organisations/{id}/webhooks/{webhookId}/test',
    operationId: 'testWebhook',
    tag,
    summary: 'Send a webhook.test event; what came of it is in the list of deliveries',
    answers: { 202: { description: 'It is sent, once.', schema: component('SentEvent') } },
    async carryOut(asked) {
      const { operator, context, params } = asked;
      const sent = await sendTest(operator, context.secrets, organisationOf(asked), params['webhookId'] ?? '');
      return { status: 202, body: sent };
    },
  },
];

/** Null: all. Undefined: not named. */
function eventsIn(body: unknown): readonly string[] | null | undefined {
  const events: unknown = Reflect.get(Object(body), 'events');
  return events === null ? null : Array.isArray(events) ? events.map(String) : undefined;
}

function changeIn(body: unknown): WebhookChange {
  const [url, events, enabled] = [textIn(body, 'url'), eventsIn(body), Reflect.get(Object(body), 'enabled')];
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...('description' in Object(body) && { description: textIn(body, 'description') ?? null }),
    ...(typeof enabled === 'boolean' && { enabled }),
  };
}
