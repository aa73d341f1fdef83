// The control API over a real socket, a real database and a real folder: each call for each role, what it answers compared with its
// description, and the life of a school.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../src/dashboard/permissions.ts';
import { runningDashboard, type Send } from '../support/running-dashboard.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  tokens['operator'] = (await dashboard.token('operator', null)).token;
  for (const id of ['riverside', 'hillside']) {
    const created = await dashboard.send('POST /organisations', tokens['operator'], { body: { id, name: id } });
    expect(created.status).toBe(201);
  }
  tokens['manager'] = (await dashboard.token('manager', 'riverside')).token;
  tokens['viewer'] = (await dashboard.token('viewer', 'riverside')).token;
  tokens['stranger'] = (await dashboard.token('manager', 'hillside')).token;
  tokens['viewer of all'] = (await dashboard.token('viewer', null)).token;
});

const as = (who: string, call: string, sent?: Send) => dashboard.send(call, tokens[who] ?? null, sent);

/** Calls that change nothing, whoever makes them: the body is wrong, or there is no such thing. */
const harmless: Record<string, Send> = {
  'POST /organisations': { body: { nothing: 1 } },
  'PATCH /organisations/{id}': { body: { nothing: 1 } },
  'POST /organisations/{id}/keys': { body: { nothing: 1 } },
  'PATCH /organisations/{id}/keys/{keyId}': { body: { name: 'x' } },
  'POST /organisations/{id}/keys/{keyId}/rotate': { body: { overlapSeconds: 1 } },
  'POST /organisations/{id}/links': { body: { nothing: 1 } },
  'POST /organisations/{id}/webhooks': { body: { nothing: 1 } },
  'PATCH /organisations/{id}/webhooks/{webhookId}': { body: { nothing: 1 } },
  'POST /organisations/{id}/webhooks/{webhookId}/rotate': { body: {} },
  'PUT /organisations/{id}/calendar': { body: { nothing: 1 } },
  'PUT /organisations/{id}/days/{date}': { body: { nothing: 1 } },
  'PUT /organisations/{id}/days': { body: { nothing: 1 } },
  'PUT /organisations/{id}/timetables/{versionId}': { body: { nothing: 1 } },
  'PATCH /organisations/{id}/timetables/{versionId}': { body: { nothing: 1 } },
  'POST /organisations/{id}/timetables/{versionId}/publish': { body: { nothing: 1 } },
  'POST /organisations/{id}/builds': { body: { nothing: 1 } },
  'POST /organisations/{id}/rollback': { body: { nothing: 1 } },
  'POST /organisations/{id}/rollback/keep': { body: { nothing: 1 } },
  'POST /organisations/{id}/imports': { body: {} },
};
/** Of harmless calls that are let through: what they are answered. */
const through = [200, 404, 415, 422];

/** The rows of the interface, with the least role of each: the same table as in the description for people. */
const interfaceRows: [call: string, least: 'viewer' | 'manager' | 'operator'][] = [
  ['GET /me', 'viewer'],
  ['GET /organisations', 'viewer'],
  ['POST /organisations', 'operator'],
  ['GET /organisations/{id}', 'viewer'],
  ['PATCH /organisations/{id}', 'manager'],
  ['DELETE /organisations/{id}', 'operator'],
  ['GET /organisations/{id}/keys', 'viewer'],
  ['POST /organisations/{id}/keys', 'manager'],
  ['PATCH /organisations/{id}/keys/{keyId}', 'manager'],
  ['DELETE /organisations/{id}/keys/{keyId}', 'manager'],
  ['POST /organisations/{id}/keys/{keyId}/rotate', 'manager'],
  ['GET /organisations/{id}/links', 'viewer'],
  ['GET /organisations/{id}/entities', 'viewer'],
  ['POST /organisations/{id}/links', 'manager'],
  ['DELETE /organisations/{id}/links/{linkId}', 'manager'],
  ['GET /organisations/{id}/webhooks', 'viewer'],
  ['POST /organisations/{id}/webhooks', 'manager'],
  ['PATCH /organisations/{id}/webhooks/{webhookId}', 'manager'],
  ['DELETE /organisations/{id}/webhooks/{webhookId}', 'manager'],
  ['POST /organisations/{id}/webhooks/{webhookId}/rotate', 'manager'],
  ['POST /organisations/{id}/webhooks/{webhookId}/test', 'manager'],
  ['GET /organisations/{id}/webhooks/{webhookId}/deliveries', 'viewer'],
  ['POST /organisations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', 'manager'],
  ['GET /organisations/{id}/calendar', 'viewer'],
  ['GET /organisations/{id}/bells', 'viewer'],
  ['PUT /organisations/{id}/calendar', 'manager'],
  ['DELETE /organisations/{id}/calendar', 'manager'],
  ['GET /organisations/{id}/days/{date}', 'viewer'],
  ['PUT /organisations/{id}/days/{date}', 'manager'],
  ['PUT /organisations/{id}/days', 'manager'],
  ['POST /organisations/{id}/days/imports', 'manager'],
  ['GET /organisations/{id}/timetables', 'viewer'],
  ['GET /organisations/{id}/timetables/{versionId}', 'viewer'],
  ['PUT /organisations/{id}/timetables/{versionId}', 'manager'],
  ['PATCH /organisations/{id}/timetables/{versionId}', 'manager'],
  ['DELETE /organisations/{id}/timetables/{versionId}', 'manager'],
  ['POST /organisations/{id}/timetables/{versionId}/publish', 'manager'],
  ['POST /organisations/{id}/imports', 'manager'],
  ['GET /organisations/{id}/publication', 'viewer'],
  ['POST /organisations/{id}/builds', 'manager'],
  ['GET /organisations/{id}/builds/{buildId}', 'viewer'],
  ['POST /organisations/{id}/rollback', 'manager'],
  ['POST /organisations/{id}/rollback/keep', 'manager'],
  ['GET /status', 'viewer'],
  ['GET /audit', 'viewer'],
  ['GET /events', 'viewer'],
];
const ranks = { viewer: 0, 'viewer of all': 0, manager: 1, operator: 2 };

type Description = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
type Operation = { operationId: string; responses: Record<string, { content?: Record<string, { schema: object }> }> };
const describeApi = async () => (await (await fetch(`${dashboard.url}/control/v1/openapi.json`)).json()) as Description; // our own

test('the interface, the permissions and the description have the same calls', async () => {
  const { paths } = await describeApi();
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace('/control/v1', '')}`),
  );
  const listed = interfaceRows.map(([call]) => call).toSorted();
  expect(described.toSorted()).toEqual(listed);
  const permitted = Object.keys(permissions).filter((call) => call !== 'PATCH /organisations/{id} access');
  expect(permitted.toSorted()).toEqual(listed);
  const ids = Object.values(paths).flatMap((operations) => Object.values(operations).map((each) => each.operationId));
  expect(new Set(ids).size).toBe(listed.length);
});

describe.each(interfaceRows.filter(([call]) => call !== 'GET /events'))('%s', (call, least) => {
  const path = call
    .replace('{id}', 'riverside')
    .replace('{buildId}', 'none')
    .replace(/\{\w+\}/, 'none');

  test.each(Object.entries(ranks))('for a %s', async (who, rank) => {
    const answer = await as(who, path, harmless[call]);
    if (rank >= ranks[least]) expect(through).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, type: 'application/problem+json' });
  });

  test('for nobody, and for a wrong token', async () => {
    expect(await dashboard.send(path, null, harmless[call])).toMatchObject({ status: 401 });
  });

  test.runIf(call.includes('{id}'))(
    'for a manager elsewhere it looks as if there were no such organisation',
    async () => {
      const [other, none] = [
        await as('stranger', path, harmless[call]),
        await as('stranger', path.replace('riverside', 'nowhere'), harmless[call]),
      ];
      expect([other.status, none.status]).toEqual([404, 404]);
      const said = (text: unknown, id: string) => String(text).replaceAll(id, 'ID');
      expect(said(other.body['detail'], 'riverside')).toBe(said(none.body['detail'], 'nowhere'));
    },
  );
});

test('servers that do not say when keys were last used are named to who sees all organisations', async () => {
  const silentServers = [{ server: 'http://127.0.0.1:1', reason: 'it is not there' }];
  expect(await as('operator', 'GET /status')).toMatchObject({ body: { silentServers } });
  expect(await as('manager', 'GET /status')).toMatchObject({ body: { silentServers: [] } });
});

test('an expiry of a key or link is set by the API, changed, and applies', async () => {
  const path = '/organisations/riverside/keys';
  const expiresAt = '2099-07-31T00:00:00.000Z';
  const created = await as('manager', `POST ${path}`, { body: { name: 'Until summer', expiresAt } });
  expect(created).toMatchObject({ status: 201, body: { expiresAt } });
  const one = async () => {
    const { body } = await as('manager', `GET ${path}`);
    return (body['items'] as { id: string }[]).find(({ id }) => id === created.body['id']);
  };
  expect(await one()).toMatchObject({ expiresAt, lastUsedAt: null });
  const changed = await as('manager', `PATCH ${path}/${created.body['id']}`, { body: { expiresAt: null } });
  expect(changed).toMatchObject({ status: 200, body: { expiresAt: null } });
  expect(await one()).toMatchObject({ expiresAt: null });
  for (const wrong of ['tomorrow', '2020-13-01T00:00:00Z', 7])
    expect(await as('manager', `POST ${path}`, { body: { name: 'Wrong', expiresAt: wrong } })).toMatchObject({
      status: 422,
    });
});

test('a manager changes the name of the organisation, and not its access', async () => {
  const path = 'PATCH /organisations/riverside';
  expect(await as('manager', path, { body: { name: 'Riverside' } })).toMatchObject({
    status: 200,
    body: { name: 'Riverside' },
  });
  for (const body of [{ access: 'suspended' }, { api: false }, { name: 'x', api: false }])
    expect(await as('manager', path, { body })).toMatchObject({ status: 403 });
});

test('the life of a school: document with a mistake, corrected, served, key, rotated, revoked', async () => {
  const { paths, components } = await describeApi();
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const validates = async (id: string, answer: Awaited<ReturnType<typeof as>>) => {
    const operation = Object.values(paths)
      .flatMap((each) => Object.values(each))
      .find((each) => each.operationId === id);
    const schema = operation?.responses[String(answer.status)]?.content?.[answer.type]?.schema;
    expect(schema, `${id} ${answer.status} ${answer.type}`).toBeDefined();
    const check = ajv.compile({ ...schema, components });
    expect(check(answer.body) ? [] : check.errors, id).toEqual([]);
    return answer;
  };
  const put = 'PUT /organisations/riverside/timetables/v1';
  const wrong = await as('manager', put, { body: { ...publishedTimetable('v1'), lessonUnits: [{}], colour: 1 } });
  await validates('putVersion', wrong);
  expect(wrong).toMatchObject({ status: 422, type: 'application/problem+json' });
  expect(JSON.stringify(wrong.body['errors'])).toContain('$.lessonUnits[0]');
  const elsewhere = await as('manager', put, { body: { ...publishedTimetable('v2'), colour: 1 } });
  expect(JSON.stringify(elsewhere.body['errors'])).toMatch(/\$\.id.*colour/);
  const created = await validates('putVersion', await as('manager', put, { body: publishedTimetable('v1') }));
  expect(created).toMatchObject({ status: 201, body: { outcome: 'created' } });
  const etag = created.headers.get('etag') ?? '';
  const changed = { ...publishedTimetable('v1'), description: 'new' };
  expect(await as('manager', put, { body: changed, headers: { 'If-Match': '"other"' } })).toMatchObject({
    status: 412,
  });
  expect(await as('manager', put, { body: changed, headers: { 'If-None-Match': '*' } })).toMatchObject({ status: 412 });
  expect(await as('manager', put, { body: changed, headers: { 'If-Match': etag } })).toMatchObject({ status: 200 });
  const built = await validates(
    'build',
    await as('manager', 'POST /organisations/riverside/builds', { body: {}, headers: { Prefer: 'wait=40' } }),
  );
  expect(built).toMatchObject({ status: 200, body: { state: 'done', withheld: [] } });
  await validates('getPublication', await as('viewer', 'GET /organisations/riverside/publication'));
  const versions = await validates('listVersions', await as('viewer', 'GET /organisations/riverside/timetables'));
  expect(versions.body).toMatchObject({ items: [{ id: 'v1', served: 'current' }], next: null });

  const headers = { 'Idempotency-Key': 'once' };
  const keys = 'POST /organisations/riverside/keys';
  const key = await validates('createKey', await as('manager', keys, { body: { name: 'App' }, headers }));
  expect(key).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^belfry_/) } });
  const again = await validates('createKey', await as('manager', keys, { body: { name: 'App' }, headers }));
  expect(again).toMatchObject({ status: 201, body: { id: key.body['id'], key: null } });
  expect(await as('manager', keys, { body: { name: 'Other' }, headers })).toMatchObject({ status: 422 });
  const restricting = { body: { name: 'Pupils', publishedOnly: true }, headers: { 'Idempotency-Key': 'restricted' } };
  expect(key.body).toMatchObject({ publishedOnly: false });
  expect(await validates('createKey', await as('manager', keys, restricting))).toMatchObject({
    ...{ status: 201, body: { publishedOnly: true } },
  });
  const one = `/organisations/riverside/keys/${key.body['id']}`;
  const rotated = await validates(
    'rotateKey',
    await as('manager', `POST ${one}/rotate`, { body: { overlapSeconds: 60 } }),
  );
  expect(rotated.status).toBe(201);
  expect(await as('manager', `DELETE ${one}`)).toMatchObject({ status: 204 });
  await validates('listKeys', await as('viewer', 'GET /organisations/riverside/keys?limit=1'));
  await validates('listAudit', await as('viewer', 'GET /audit'));
  await validates('getStatus', await as('operator', 'GET /status'));
  await validates('getMe', await as('viewer', 'GET /me'));
  expect(dashboard.logLines.join('')).not.toMatch(/belfry_\w{8,}/);
});

const imports = 'POST /organisations/riverside/imports';

/** A file as multipart/form-data writes it; an empty one is cut off. */
const upload = (disposition: string, content: string): Send => ({
  raw: `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}${content === '' ? '' : '\r\n--B--\r\n'}`,
  headers: { 'Content-Type': 'multipart/form-data; boundary=B' },
});

test.each([
  ['GET /organisations?limit=201', {}, 400],
  ['GET /organisations?limit=x', {}, 400],
  ['GET /organisations?other=1', {}, 400],
  ['GET /nothing', {}, 404],
  ['DELETE /me', {}, 405],
  ['POST /organisations', { raw: '{', headers: { 'Content-Type': 'application/json' } }, 400],
  ['POST /organisations', { raw: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
  ['POST /organisations', { raw: '{"id":"x","name":"X"}', headers: { 'Content-Type': 'text/plain' } }, 415],
  ['POST /organisations', { raw: '' }, 400],
  ['PUT /organisations/riverside/calendar', { raw: '{' }, 400],
  ['PUT /organisations/riverside/timetables/v1', { raw: '{' }, 400],
  ['POST /organisations', {}, 400],
  ['POST /organisations', { raw: '{"id":"x","name":"X","__proto__":{"api":true}}' }, 422],
  ['PATCH /organisations/riverside', {}, 400],
  [imports, { raw: 'x', headers: { 'Content-Type': 'multipart/form-data' } }, 400],
  [imports, upload('name="file"; filename="a.xml"', ''), 400],
  [imports, upload('name="file"; filename="a.xml"', 'x'), 422],
  [imports, upload('name="file"; filename="\u0000"', 'x'), 422],
  [imports, upload('name="option"', 'x'), 422],
  [imports, upload('name="__proto__"; filename="a.xml"', 'x'), 400],
  ['POST /organisations', { body: { id: 1, name: true } }, 422],
  ['PUT /organisations/riverside/timetables/v%201', { body: {} }, 422],
  ['POST /organisations/riverside/links', { body: { kind: 'class', entityId: 'nobody' } }, 422],
  ['POST /organisations/riverside/links', { body: { allOf: ['class'], ofClass: 'entity-cls_1' } }, 422],
  ['POST /organisations/riverside/links', { body: { allOf: ['student'], ofClass: 'nobody' } }, 422],
  ['POST /organisations', { body: { id: 'riverside', name: 'again' } }, 409],
  ['POST /organisations', { body: { id: 'x', name: 'x'.repeat(2 ** 20) } }, 413],
  ['DELETE /organisations/riverside', {}, 422],
] as [string, Send, number][])('%s is a problem', async (call, sent, status) => {
  const answer = await as('operator', call, sent);
  expect(answer).toMatchObject({
    status,
    type: 'application/problem+json',
    body: { status, type: expect.stringMatching(/^urn:belfry:/) },
  });
  // Where a body is wrong, it is said where.
  const hasBody = !/^(GET|DELETE)/.test(call) && call !== imports;
  if (status === 422 || (status === 400 && hasBody))
    expect(answer.body['errors']).toEqual(
      expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
    );
});

test('an organisation is created in any state, by whoever may', async () => {
  const body = { id: 'seaside', name: 'Seaside', access: 'locked:plan_ended', api: false };
  const created = await as('operator', 'POST /organisations', { body });
  expect(created).toMatchObject({ status: 201, body });
  expect(await as('operator', 'GET /organisations/seaside')).toMatchObject({ status: 200, body });
  const headers = { 'If-Match': created.headers.get('etag') ?? '' };
  expect(await as('operator', 'PATCH /organisations/seaside', { body: { api: true }, headers })).toMatchObject({
    status: 200,
  });
  expect(await as('operator', 'DELETE /organisations/seaside?confirm=seaside')).toMatchObject({ status: 204 });
});

test('a key is made by a person, whose name is told, and whoever made it may change it if nobody was quicker', async () => {
  const keys = '/organisations/riverside/keys';
  const created = await as('manager', `POST ${keys}`, { body: { name: 'of a person' } });
  const { body } = await as('viewer', `GET ${keys}?limit=200`);
  expect(body['items']).toContainEqual(
    expect.objectContaining({ name: 'of a person', createdBy: 'manager of riverside', revokedBy: null }),
  );
  const change = () =>
    as('manager', `PATCH ${keys}/${created.body['id']}`, {
      body: { name: 'changed' },
      headers: { 'If-Match': created.headers.get('etag') ?? '' },
    });
  expect([(await change()).status, (await change()).status]).toEqual([200, 412]);
});

test('a timetable beyond what the organisation may store is refused with one sentence, and nothing is stored', async () => {
  await as('manager', 'PUT /organisations/riverside/timetables/v1', { body: publishedTimetable('v1') });
  const { numUpdatedRows } = await open.database
    .updateTable('version_size')
    .set({ bytes: '1000000000' })
    .where('version_id', '=', 'v1')
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
  const refused = await as('manager', 'PUT /organisations/riverside/timetables/v2', { body: publishedTimetable('v2') });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      detail: expect.stringMatching(/^the timetables of organisation riverside take 1000 MB, and 1000 MB is the most/),
    },
  });
  expect(
    await as('manager', 'PUT /organisations/riverside/timetables/v1', { body: publishedTimetable('v1') }),
  ).toMatchObject({
    status: 200,
  });
  await sql`delete from version_size`.execute(open.database);
});

test('in the audit nobody looks like an admin whose name a program of its own gives', async () => {
  await sql`insert into audit (organisation_id, resource, action, database_user, via, actor, admin_id)
    values ('school', 'calendar', 'changed', 'an_editor', 'page', 'Ada', 'admin_1')`.execute(open.database);
  const { body } = await as('operator', 'GET /audit?limit=1');
  expect(body['items']).toMatchObject([{ by: 'Ada (an_editor)', databaseUser: 'an_editor', adminId: null }]);
});

test.each([
  ...interfaceRows.map(([call]) => call),
  ...['GET /audit?organisation={id}', 'GET /audit?by={id}', 'GET /organisations?search={id}'],
  ...['search={id}', 'order=name&after={id}'].map((query) => `GET /organisations/riverside/links?${query}`),
  ...['search={id}', 'after={id}', 'ofClass={id}'].map(
    (query) => `GET /organisations/riverside/entities?kind=student&${query}`,
  ),
])('%s with a NUL character is a problem of who asks', async (call) => {
  const places = [...call.matchAll(/\{\w+\}/g)].map(([place]) => place);
  for (const place of places) {
    const path = call.replace(place, 'a%00b').replaceAll(/\{\w+\}/g, 'riverside');
    expect(await as('operator', path), path).toMatchObject({ status: 400, type: 'application/problem+json' });
  }
});

test('a link: made for one, shown this once, listed without its token, revoked; or for all of a kind', async () => {
  await as('manager', 'PUT /organisations/riverside/timetables/v1', { body: publishedTimetable('v1') });
  const links = '/organisations/riverside/links';
  const body = { kind: 'class', entityId: 'entity-cls_1', name: 'For the door' };
  const headers = { 'Idempotency-Key': 'a-link' };
  const [made, again] = [
    await as('manager', `POST ${links}`, { body, headers }),
    await as('manager', `POST ${links}`, { body, headers }),
  ];
  const token = expect.stringMatching(/^belfry_link_/);
  expect(made).toMatchObject({ status: 201, body: { ...body, linkId: expect.any(String), token, expiresAt: null } });
  expect(again).toMatchObject({ status: 201, body: { ...body, linkId: made.body['linkId'], token: null } });
  const all = await as('manager', `POST ${links}`, { body: { allOf: ['teacher', 'class'] } });
  expect(all).toMatchObject({ status: 201, body: { skipped: 1 } });
  expect(all.body['links']).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'teacher', token })]));
  const listed = await as('viewer', `GET ${links}`);
  expect(JSON.stringify(listed.body)).toContain(made.body['linkId']);
  expect(JSON.stringify(listed.body)).not.toContain('belfry_link_');
  expect(await as('manager', `DELETE ${links}/${made.body['linkId']}`)).toMatchObject({ status: 204 });
  for (const wrong of [
    {},
    { kind: 'class' },
    { entityId: 'x' },
    { kind: 'bell', entityId: 'x' },
    { ...body, allOf: ['class'] },
  ])
    expect(await as('manager', `POST ${links}`, { body: wrong }), JSON.stringify(wrong)).toMatchObject({
      status: 422,
      body: { errors: [{ path: expect.stringMatching(/^\$/), message: expect.not.stringContaining('schema') }] },
    });
  expect(await as('manager', `POST ${links}`, { body: { ...body, entityId: 'nobody' } })).toMatchObject({
    status: 422,
  });
});

test('a build, a rollback and nothing else goes without a body', async () => {
  const without: Send[] = [{}, { raw: '' }, { body: {} }];
  for (const sent of without) {
    const waiting = { ...sent, headers: { Prefer: 'wait=40' } };
    expect(await as('manager', 'POST /organisations/riverside/builds', waiting)).toMatchObject({ status: 200 });
    expect([200, 404]).toContain((await as('manager', 'POST /organisations/riverside/rollback', waiting)).status);
  }
});

test('a repeated answer has the headers of the first', async () => {
  const headers = { 'Idempotency-Key': 'a-new-school' };
  const create = () => as('operator', 'POST /organisations', { body: { id: 'lakeside', name: 'L' }, headers });
  const [first, second] = [await create(), await create()];
  expect(first).toMatchObject({ status: 201, body: { id: 'lakeside' } });
  expect(second).toMatchObject({ status: 201, body: first.body });
  const of = (answer: typeof first) => ['location', 'etag'].map((name) => answer.headers.get(name));
  expect(of(first)).toEqual(['/control/v1/organisations/lakeside', expect.stringMatching(/^".+"$/)]);
  expect(of(second)).toEqual(of(first));
  expect([first, second].map((each) => each.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(await as('operator', 'DELETE /organisations/lakeside?confirm=lakeside')).toMatchObject({ status: 204 });
});

test('an event tells of a key, to those who may see its organisation', async () => {
  const listen = async (who: string) => {
    const headers = { Authorization: `Bearer ${tokens[who]}` };
    const response = await fetch(`${dashboard.url}/control/v1/events`, { headers });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const reading = (async () => {
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
    })().catch(() => {});
    const end = async () => {
      await reader?.cancel();
      await reading;
    };
    return { heard: () => text, end };
  };
  const [manager, stranger] = [await listen('manager'), await listen('stranger')];
  await expect.poll(manager.heard).toContain('connected');
  await new Promise((resolve) => setTimeout(resolve, 1500)); // the hub has read what was before
  await as('manager', 'POST /organisations/riverside/keys', { body: { name: 'Another' } });
  await expect.poll(manager.heard).toMatch(/event: key\ndata: .*riverside/);
  expect(stranger.heard()).not.toContain('riverside');
  await manager.end();
  await stranger.end();
});

describe('a list', () => {
  const lists: [path: string, who: string][] = [
    ['/organisations', 'operator'],
    ['/organisations/riverside/keys', 'viewer'],
    ['/organisations/riverside/links', 'viewer'],
    ['/organisations/riverside/timetables', 'viewer'],
    ['/audit?organisation=riverside', 'viewer'],
  ];
  const withQuery = (path: string, query: string) => `GET ${path}${path.includes('?') ? '&' : '?'}${query}`;

  beforeAll(async () => {
    for (const id of ['v1', 'v2', 'v3'])
      await as('manager', `PUT /organisations/riverside/timetables/${id}`, { body: publishedTimetable(id) });
    for (const name of ['one', 'two', 'three'])
      await as('manager', 'POST /organisations/riverside/keys', { body: { name } });
    await as('manager', 'POST /organisations/riverside/links', { body: { allOf: ['class', 'teacher', 'room'] } });
    await sql`update api_key set created_at = case name when 'one' then '-infinity' else 'infinity' end::timestamptz
      where organisation_id = 'riverside' and name in ('one', 'two', 'three')`.execute(open.database);
  });

  test.each(lists)('%s is the same page by page as in one', async (path, who) => {
    const whole = await as(who, withQuery(path, 'limit=200'));
    const found: unknown[] = [];
    let after: unknown = '';
    while (after !== null) {
      const { status, body } = await as(who, withQuery(path, `limit=1${after === '' ? '' : `&after=${after}`}`));
      expect([status, Object(body['items']).length]).toEqual([200, 1]);
      found.push(...Object.values(Object(body['items'])));
      after = body['next'];
    }
    expect(found.length).toBeGreaterThan(path === '/organisations' ? 1 : 2);
    expect(found).toEqual(whole.body['items']);
    expect(whole.body['next']).toBeNull();
  });

  test.each(lists)('%s refuses a limit that is none, and a cursor that it did not give', async (path, who) => {
    const wrong = ['limit=0', 'limit=-1', 'limit=1001', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2'];
    for (const query of [...wrong, 'after=%F0%9F%99%82', 'after=Bm90IGEgY3Vyc29y', `after=${'x'.repeat(301)}`])
      expect(await as(who, withQuery(path, query)), query).toMatchObject({
        status: 400,
        type: 'application/problem+json',
        body: { errors: [{ path: `query.${query.split('=')[0]}`, message: expect.any(String) }] },
      });
  });
});
