// A delivery as the standard has it: its own library verifies what is signed here.

import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { bodyOfEvent, createWebhookSecret, signWebhook } from '../../src/webhooks/sign-webhook.ts';

const at = new Date('2026-11-24T08:00:00.000Z');
const body = bodyOfEvent({ type: 'key.created', at, data: { organisationId: 'north', keyId: 'key_1' } });

test('a secret is whsec_ and 24 to 64 bytes in base64', () => {
  const [, text = ''] = createWebhookSecret().split('whsec_');
  expect(Buffer.from(text, 'base64')).toHaveLength(32);
  expect(Buffer.from(text, 'base64').toString('base64')).toBe(text);
  expect(createWebhookSecret()).not.toBe(createWebhookSecret());
});

test('the body has exactly type, timestamp and data', () => {
  expect(body).toBe(
    '{"type":"key.created","timestamp":"2026-11-24T08:00:00.000Z","data":{"organisationId":"north","keyId":"key_1"}}',
  );
});

test('each of two secrets verifies it, another one does not, and neither does another body', () => {
  const [one, two] = [createWebhookSecret(), createWebhookSecret()];
  const headers = signWebhook('evt_1', Date.now(), body, [one, two]);
  expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  for (const secret of [one, two]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(one).verify(body.replace('north', 'south'), headers)).toThrow();
  expect(() => new Webhook(one).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
});
