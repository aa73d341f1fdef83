import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listPath, served } from '../support/served.ts';

const now = Date.UTC(2026, 8, 1, 8, 0, 0, 7);
const timestamp = '2026-09-01T08:00:00.007Z';
const document = {
  id: 'v1',
  name: 'Main school',
  lessons: Array.from({ length: 200 }, (_, index) => `lesson ${index}`),
};
const list = { orgId: 'north', count: 1, timetables: [{ id: 'v1' }] };

const week = { generation: 1, week: '2026-W36', timeZone: 'Europe/Copenhagen', lessons: document.lessons };
const calendar = { orgId: 'north', generation: 1, days: document.lessons };

/** One organisation with a calendar. */
async function serveOne() {
  const one = await served({ v1: document }, { now: () => now });
  await one.form.derive('north', { calendar, weeks: { '2026-W36': week } });
  return one;
}
const parse = (body: Buffer): unknown => JSON.parse(body.toString());
const tagOf = (data: unknown) => `W/"${createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32)}"`;

test.each([
  ['/api/v1/timetables', list],
  ['/api/v1/timetables/v1', document],
  ['/api/partner/v1/timetables', list],
  ['/api/partner/v1/timetables/v1', document],
  ['/api/v1/calendar', calendar],
  ['/api/partner/v1/calendar', calendar],
  ['/api/v1/weeks/2026-W36', week],
  ['/api/partner/v1/weeks/2026-W36', week],
  ['/api/v1/weeks/2026%2DW36?day=1', week],
  ['/api/v1/timetables?page=2', list],
  ['/api/v1/timetables/v1?key=x&id=v2', document],
  ['http://timetables.example/api/v1/timetables/v1', document],
  ['HTTPS://timetables.example:8443/api/v1/timetables?x', list],
  ['/api/v1/timetables/%76%31', document],
])('GET %s is the data in the envelope, stamped with the time of the response', async (path, data) => {
  const { server, bearer } = await serveOne();
  const { status, headers, body } = await server.call({ path, headers: bearer });
  expect(status).toBe(200);
  expect(body.toString()).toBe(`{"success":true,"data":${JSON.stringify(data)},"timestamp":"${timestamp}"}`);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
    etag: tagOf(data),
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('each response is stamped with its own time', async () => {
  let clock = now;
  const { server, bearer } = await served({ v1: document }, { now: () => clock });
  const first = parse((await server.call({ path: listPath, headers: bearer })).body);
  clock += 1234;
  const second = parse((await server.call({ path: listPath, headers: bearer })).body);
  expect([first, second]).toMatchObject([{ timestamp }, { timestamp: '2026-09-01T08:00:01.241Z' }]);
});

const decode = {
  identity: (body: Buffer) => body,
  gzip: (body: Buffer) => gunzipSync(body),
  br: (body: Buffer) => brotliDecompressSync(body),
};
test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['identity', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['zstd', 'identity'],
  ['', 'identity'],
] as const)('Accept-Encoding "%s" is answered in %s', async (accepted, encoding) => {
  const { server, bearer } = await serveOne();
  const headers = { ...bearer, 'Accept-Encoding': accepted };
  for (const [path, data] of [[`${listPath}/v1`, document] as const, ['/api/v1/weeks/2026-W36', week] as const]) {
    const reply = await server.call({ path, headers });
    expect(reply.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(reply.headers['content-length']).toBe(String(reply.body.length));
    expect(parse(decode[encoding](reply.body))).toEqual({ success: true, data, timestamp });
    expect(reply.headers.etag).toBe(tagOf(data));
  }
});

test.each([
  ['the tag', (tag: string) => tag, 304],
  ['the tag as a strong tag', (tag: string) => tag.slice(2), 304],
  ['a list with the tag', (tag: string) => `"other", W/"another",${tag}`, 304],
  ['any tag', () => '*', 304],
  ['another tag', () => 'W/"0123456789abcdef0123456789abcdef"', 200],
  ['a part of the tag', (tag: string) => `${tag.slice(0, -3)}"`, 200],
  ['the tag without its quotes', (tag: string) => tag.slice(3, -1), 200],
])('If-None-Match with %s is answered %3$s', async (_, ifNoneMatch, status) => {
  const { server, bearer } = await serveOne();
  const tag = tagOf(document);
  const headers = { ...bearer, 'If-None-Match': ifNoneMatch(tag), 'Accept-Encoding': 'gzip' };
  const reply = await server.call({ path: `${listPath}/v1`, headers });
  expect(reply.status).toBe(status);
  expect(reply.headers).toMatchObject({
    etag: tag,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  });
  expect(reply.body.length > 0).toBe(status === 200);
});

test('If-None-Match: * without a valid key is 401, and for a missing version 404', async () => {
  const { server, bearer } = await serveOne();
  const headers = { 'If-None-Match': '*' };
  expect((await server.call({ path: listPath, headers })).status).toBe(401);
  const wrong = { ...headers, Authorization: 'Bearer wrong' };
  expect((await server.call({ path: listPath, headers: wrong })).status).toBe(401);
  expect((await server.call({ path: `${listPath}/v2`, headers: { ...bearer, ...headers } })).status).toBe(404);
});

test.each([
  ['a document', '/timetables/v1', 'good'],
  ['the list', '/timetables', 'good'],
  ['the calendar', '/calendar', 'good'],
  ['a week', '/weeks/2026-W36', 'good'],
  ['a missing version', '/timetables/v2', 'good'],
  ['a missing week', '/weeks/2026-W37', 'good'],
  ['an unknown path', '/timetables/v1/x', 'good'],
  ['a request without a key', '/timetables', 'none'],
])('HEAD of %s has the headers of its GET and no body', async (_, end, credential) => {
  const { server, bearer } = await serveOne();
  const headers = { ...(credential === 'good' ? bearer : {}), 'Accept-Encoding': 'br' };
  const get = await server.call({ path: `/api/v1${end}`, headers });
  const head = await server.call({ method: 'HEAD', path: `/api/v1${end}`, headers });
  const withoutDate = ({ date: _date, ...others }: typeof get.headers) => others;
  expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
  expect([head.status, head.body.length]).toEqual([get.status, 0]);
});

test.each(['lower', 'UPPER', 'MiXeD'])('the scheme Bearer is case-insensitive: %s', async (name) => {
  const words = { lower: 'bearer', UPPER: 'BEARER', MiXeD: 'bEaReR' };
  const { server, key } = await serveOne();
  const Authorization = `${words[name as keyof typeof words]}   ${key}  `; // the names of this table
  expect((await server.call({ path: listPath, headers: { Authorization } })).status).toBe(200);
});

test.each([
  ['no credential', {}, 'Bearer realm="belfry"'],
  ['a wrong key', { Authorization: 'Bearer wrong' }, 'Bearer realm="belfry", error="invalid_token"'],
])('a 401 for %s has WWW-Authenticate and no-store', async (_, headers, challenge) => {
  const { server } = await serveOne();
  const reply = await server.call({ path: listPath, headers });
  expect(reply.headers).toMatchObject({
    'www-authenticate': challenge,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
});

const likeWeeks = ['/api/v1/weeks', '/api/v1/weeks/', '/api/v1/weeks/2026-W36/', '/api/v1/calendar/'];
const likeLists = [
  '/api',
  '/api/',
  '/api/v1',
  '/api/v2/timetables',
  `${listPath}/`,
  `${listPath}//v1`,
  `${listPath}/v1/`,
];
test.each([...likeLists, ...likeWeeks])(
  'the unknown path %s is 404 NOT_FOUND with a key, 401 without',
  async (path) => {
    const { server, bearer } = await serveOne();
    const known = await server.call({ path, headers: bearer });
    expect(parse(known.body)).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: 'No such path' },
      timestamp,
    });
    expect([known.status, known.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await server.call({ path })).status).toBe(401);
  },
);

test('a week has an ETag of its own, which a 304 repeats until the week is published anew', async () => {
  const { form, server, bearer } = await serveOne();
  const ask = (tag: string) =>
    server.call({ path: '/api/v1/weeks/2026-W36', headers: { ...bearer, 'If-None-Match': tag } });
  const unchanged = await ask(tagOf(week));
  expect([unchanged.status, unchanged.headers.etag, unchanged.body.length]).toEqual([304, tagOf(week), 0]);
  const changed = { ...week, lessons: [] };
  await form.derive('north', { calendar, weeks: { '2026-W36': changed } });
  const again = await ask(tagOf(week));
  expect([again.status, again.headers.etag]).toEqual([200, tagOf(changed)]);
  await form.derive('north', { calendar, weeks: { '2026-W37': week } });
  expect((await ask('*')).status).toBe(404);
  await form.derive('north', null);
  expect(parse((await ask('*')).body)).toMatchObject({ error: { code: 'CALENDAR_NOT_FOUND' } });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'])('%s is a 405 with Allow', async (method) => {
  const { server, bearer } = await serveOne();
  const reply = await server.call({ method, path: listPath, headers: bearer });
  expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(parse(reply.body)).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
});
