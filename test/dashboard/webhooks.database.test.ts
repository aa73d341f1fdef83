// Webhooks over the control API: created with a secret that is shown once, refused with what is wrong, changed by who knows them as
// they are, tried, sent again, and removed.

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { spreadEvents } from '../../src/database/webhooks/spread-events.ts';
import { runningDashboard, type Send } from '../support/running-dashboard.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
const tokens: Record<string, string> = {};
const as = (who: string, call: string, sent?: Send) => dashboard.send(call, tokens[who] ?? null, sent);
const send = (call: string, sent?: Send) => as('manager', call, sent);
const all = '/organisations/riverside/webhooks';
const url = 'https://erp.example/in?token=of-the-receiver';
const itemsOf = (body: Record<string, unknown>) => body['items'] as Record<string, unknown>[]; // as the description of the API says
/** @returns of a new webhook */
async function create(more: Record<string, unknown> = {}, headers = {}) {
  const { status, body, headers: answered } = await send(`POST ${all}`, { body: { url, ...more }, headers });
  expect(status, JSON.stringify(body)).toBe(201);
  return { body, id: String(body['id']), secret: String(body['secret']), etag: answered.get('etag') ?? '' };
}
const remove = (id: string) => send(`DELETE ${all}/${id}`);

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  tokens['operator'] = (await dashboard.token('operator', null)).token;
  for (const id of ['riverside', 'hillside'])
    expect((await as('operator', 'POST /organisations', { body: { id, name: id } })).status).toBe(201);
  tokens['manager'] = (await dashboard.token('manager', 'riverside')).token;
  tokens['stranger'] = (await dashboard.token('manager', 'hillside')).token;
});

test('the secret is in the answer to the creation, and nowhere else', async () => {
  const events = ['timetable.published', 'key.revoked'];
  const repeated = { 'idempotency-key': 'once' };
  const made = await create({ events, description: 'ERP' }, repeated);
  expect(made.body).toMatchObject({ url, events, description: 'ERP', enabled: true, state: 'ok', dropped: 0 });
  expect(Buffer.from(made.secret.replace(/^whsec_/, ''), 'base64').length).toBeGreaterThanOrEqual(24);
  const again = await create({ events, description: 'ERP' }, repeated);
  expect(again.body).toEqual({ ...made.body, secret: null });
  const { body: rotated, status } = await send(`POST ${all}/${made.id}/rotate`, { body: { overlapSeconds: 60 } });
  expect(status).toBe(201);
  const secrets = [made.secret, String(rotated['secret'])];
  expect(new Set(secrets).size).toBe(2);
  const shown = [
    (await send(`GET ${all}`)).body,
    (await send('GET /audit?organisation=riverside')).body,
    (await send(`GET ${all}/${made.id}/deliveries`)).body,
    (await sql`select * from audit`.execute(open.database)).rows,
    (await sql`select * from control_idempotency`.execute(open.database)).rows,
    ...[dashboard.logLines, dashboard.failures],
  ].map((each) => JSON.stringify(each));
  expect(shown[0]).toContain(made.id);
  expect(shown[1]).toContain('erp.example');
  for (const text of shown) for (const secret of [...secrets, 'whsec_']) expect(text).not.toContain(secret);
  // Of the address, only who is told.
  expect(shown[1]).not.toContain('of-the-receiver');
  expect((await remove(made.id)).status).toBe(204);
});

test('who only looks sees of the address who is told, since the rest may be a secret of the receiver', async () => {
  const { id } = await create();
  tokens['viewer'] = (await dashboard.token('viewer', 'riverside')).token;
  tokens['viewer of all'] = (await dashboard.token('viewer', null)).token;
  const seen = async (who: string) => itemsOf((await as(who, `GET ${all}`)).body)[0]?.['url'];
  expect([await seen('manager'), await seen('operator')]).toEqual([url, url]);
  expect([await seen('viewer'), await seen('viewer of all')]).toEqual(['https://erp.example', 'https://erp.example']);
  await remove(id);
});

test.each([
  ['an address of this network', { url: 'https://10.0.0.1/in' }, '$.url'],
  ['an address of the cloud', { url: 'http://169.254.169.254/' }, '$.url'],
  ['no address', { url: 'erp.example' }, '$.url'],
  ['an event that there is none of', { url, events: ['key.deleted'] }, '$.events[0]'],
  ['no event at all', { url, events: [] }, '$.events'],
  ['what nobody knows', { url, secret: 'whsec_mine' }, '$'],
])('%s is refused, and says where', async (_, body, path) => {
  const answer = await send(`POST ${all}`, { body });
  expect(answer).toMatchObject({ status: 422, type: 'application/problem+json' });
  expect(answer.body['errors']).toEqual([expect.objectContaining({ path })]);
  expect((await send(`GET ${all}`)).body).toMatchObject({ items: [] });
});

test("another organisation's webhook is not there, for those of that organisation and under their own address", async () => {
  const { id } = await create();
  const below: [string, Send][] = [
    ['PATCH', { body: { enabled: false } }],
    ['DELETE', {}],
    ['POST /rotate', { body: {} }],
    ['POST /test', {}],
    ['GET /deliveries', {}],
    ['POST /deliveries/1/replay', {}],
  ];
  for (const [call, sent] of below) {
    const [method = '', end = ''] = call.split(' ');
    for (const organisation of ['riverside', 'hillside'])
      expect(
        (await as('stranger', `${method} /organisations/${organisation}/webhooks/${id}${end}`, sent)).status,
        `${call} of ${organisation}`,
      ).toBe(404);
  }
  expect((await as('stranger', `GET ${all}`)).status).toBe(404);
  expect((await send(`GET ${all}`)).body).toMatchObject({ items: [{ id, enabled: true }] });
  await remove(id);
});

test('who knows it as it was changes nothing; how it stands with it is no change', async () => {
  const { id, etag } = await create();
  expect((await send(`POST ${all}/${id}/test`)).status).toBe(202);
  const change = (body: object, match: string) => send(`PATCH ${all}/${id}`, { body, headers: { 'if-match': match } });
  const changed = await change({ events: ['days.changed'], description: 'Screens' }, etag);
  expect(changed).toMatchObject({ status: 200, body: { url, events: ['days.changed'], description: 'Screens' } });
  expect(changed.body).not.toHaveProperty('secret');
  expect((await change({ enabled: false }, etag)).status).toBe(412);
  expect((await send(`GET ${all}`)).body).toMatchObject({ items: [{ enabled: true, state: 'ok' }] });
  const off = await change({ enabled: false, events: null }, changed.headers.get('etag') ?? '');
  expect(off).toMatchObject({ status: 200, body: { enabled: false, state: 'off', events: null } });
  await remove(id);
});

test('what is tried and sent again is in the list of deliveries, and in the audit by name', async () => {
  const { id } = await create({ description: 'ERP' });
  const tried = await send(`POST ${all}/${id}/test`);
  expect(tried).toMatchObject({ status: 202, body: { eventId: expect.stringMatching(/^evt_/) } });
  const eventId = String(tried.body['eventId']);
  await spreadEvents(open.database);
  const [delivery = {}] = itemsOf((await send(`GET ${all}/${id}/deliveries?eventId=${eventId}`)).body);
  expect(delivery).toMatchObject({ eventId, type: 'webhook.test', kind: 'test', state: 'pending', answers: [] });
  expect((await send(`GET ${all}/${id}/deliveries?state=failed`)).body).toMatchObject({ items: [] });
  const again = await send(`POST ${all}/${id}/deliveries/${delivery['id']}/replay`);
  expect(again).toMatchObject({ status: 202, body: { eventId } });
  await spreadEvents(open.database);
  const both = itemsOf((await send(`GET ${all}/${id}/deliveries`)).body);
  expect(both.map(({ kind, eventId: of }) => [kind, of])).toEqual([
    ['replay', eventId],
    ['test', eventId],
  ]);
  expect((await send(`POST ${all}/${id}/deliveries/0/replay`)).status).toBe(404);
  const entries = itemsOf((await send('GET /audit?organisation=riverside&resource=webhook&limit=3')).body);
  expect(entries.map(({ action, name }) => [action, name])).toEqual([
    ['replayed', 'ERP'],
    ['tested', 'ERP'],
    ['created', 'ERP'],
  ]);
  await remove(id);
});

test('in the audit it is called by its host, where nobody said what it is for', async () => {
  const { id } = await create();
  await send(`POST ${all}/${id}/test`);
  const [tested] = itemsOf((await send('GET /audit?organisation=riverside&resource=webhook&limit=1')).body);
  expect(tested).toMatchObject({ action: 'tested', name: 'erp.example' });
  await remove(id);
  // One that is removed has the name that its other entries say.
  const left = itemsOf((await send('GET /audit?organisation=riverside&resource=webhook&limit=2')).body);
  expect(left.map(({ action, name }) => [action, name])).toEqual([
    ['deleted', 'erp.example'],
    ['tested', 'erp.example'],
  ]);
});

test('an organisation has ten, of which each is gone once it is removed', async () => {
  const made = [];
  for (let count = 0; count < 10; count++) made.push((await create()).id);
  const eleventh = await send(`POST ${all}`, { body: { url } });
  expect(eleventh.status).toBe(422);
  expect(String(eleventh.body['detail'])).toContain('10 webhooks');
  const [first = '', ...others] = made;
  expect((await remove(first)).status).toBe(204);
  expect((await remove(first)).status).toBe(404);
  const { id } = await create();
  expect(itemsOf((await send(`GET ${all}`)).body).map((each) => each['id'])).toEqual([...others, id]);
  // Another organisation has ten of its own.
  expect((await as('stranger', 'POST /organisations/hillside/webhooks', { body: { url } })).status).toBe(201);
});
