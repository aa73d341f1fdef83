// What a link gives over HTTP: the bytes, the headers, and what neither a log nor a metric is told.

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { siteFiles, writeSite } from '../../src/pages/build/write-site.ts';
import { emptyCalendar } from '../../src/serve/links/empty-calendar.ts';
import { linkPath, newLinkToken, publishedLinks, shown } from '../support/published-links.ts';
import type { Reply } from '../support/raw-client.ts';
import { served } from '../support/served.ts';

const now = Date.UTC(2026, 8, 1, 8, 0, 0, 7);

/** A server of the organisation `north` with a link. */
async function serveLink(options: Parameters<typeof served>[1] = {}) {
  const { form, server, key } = await served({ v1: { id: 'v1' } }, { now: () => now, ...options });
  const links = publishedLinks(form.store);
  const token = await links.add('north');
  const path = `/ical/${token}.ics`;
  const feed = (headers: Record<string, string> = {}, method = 'GET') => server.call({ path, headers, method });
  const my = (headers: Record<string, string> = {}, method = 'GET') =>
    server.call({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}`, ...headers }, method });
  return { form, links, server, key, token, path, feed, my };
}

const ofLinks = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

test('a feed is served byte for byte, and its headers tell when it changed', async () => {
  const { feed, links, token } = await serveLink();
  const { feed: published } = await links.show(token, 'north');
  const { status, headers, body } = await feed();
  expect([status, body.toString()]).toEqual([200, shown.feed]);
  expect(headers).toMatchObject({
    ...ofLinks,
    'content-type': 'text/calendar; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
    etag: `W/"${published.hash.slice(0, 32)}"`,
    'last-modified': 'Tue, 01 Sep 2026 06:30:15 GMT',
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

test.each([
  ['gzip', 'gzip'],
  ['br', undefined],
  ['gzip, deflate, br', 'gzip'],
  ['br;q=1, gzip;q=0.1', 'gzip'],
  ['identity;q=1, gzip;q=0.1', undefined],
  ['*', 'gzip'],
  ['gzip;q=0', undefined],
  ['', undefined],
])('Accept-Encoding "%s" gives a feed in %s', async (accepted, encoding) => {
  const { feed } = await serveLink();
  const { headers, body } = await feed({ 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect((encoding === 'gzip' ? gunzipSync(body) : body).toString()).toBe(shown.feed);
});

test.each([
  ['the moment of the change', 'Tue, 01 Sep 2026 06:30:15 GMT', 304],
  ['a later moment', 'Tue, 01 Sep 2026 06:30:16 GMT', 304],
  ['that moment in the form of RFC 850', 'Tuesday, 01-Sep-26 06:30:15 GMT', 304],
  ['an earlier moment', 'Tue, 01 Sep 2026 06:30:14 GMT', 200],
  ['no date', 'yesterday GMT', 200],
  ['that moment in the form of asctime, which is in UTC', 'Tue Sep  1 06:30:15 2026', 304],
  ['nothing', '', 200],
])('If-Modified-Since with %s', async (_, since, status) => {
  const { feed } = await serveLink();
  const reply = await feed({ 'If-Modified-Since': since });
  expect([reply.status, reply.body.length > 0]).toEqual([status, status === 200]);
});

test('If-None-Match decides before If-Modified-Since, both ways', async () => {
  const { feed } = await serveLink();
  const { etag = '', 'last-modified': changed = '' } = (await feed()).headers;
  const early = 'Tue, 01 Sep 2020 00:00:00 GMT';
  expect((await feed({ 'If-None-Match': etag, 'If-Modified-Since': early })).status).toBe(304);
  expect((await feed({ 'If-None-Match': '"other"', 'If-Modified-Since': changed })).status).toBe(200);
});

test('a changed feed is sent to whoever has the earlier one, by tag and by date', async () => {
  const { feed, links, token } = await serveLink();
  const { etag = '', 'last-modified': changed = '' } = (await feed()).headers;
  await links.show(token, 'north', { feed: 'new', changedAt: '2026-09-01T07:00:00.000Z' });
  expect((await feed({ 'If-None-Match': etag })).body.toString()).toBe('new');
  expect((await feed({ 'If-Modified-Since': changed })).body.toString()).toBe('new');
});

test('the document is in the envelope, stamped with the time of the response', async () => {
  const { my } = await serveLink();
  const { status, headers, body } = await my({ 'If-Modified-Since': 'Tue, 01 Sep 2099 00:00:00 GMT' });
  expect(status).toBe(200);
  expect(body.toString()).toBe(
    `{"success":true,"data":${JSON.stringify(shown.my)},"timestamp":"2026-09-01T08:00:00.007Z"}`,
  );
  expect(headers).toMatchObject({
    ...ofLinks,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  });
  expect((await my({ 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
});

test.each(['feed', 'my'] as const)(
  'HEAD of %s has the headers of its GET and no body; OPTIONS and others list the methods',
  async (which) => {
    const context = await serveLink();
    const withoutDate = ({ date: _, ...others }: Reply['headers']) => others;
    const [get, head] = [await context[which](), await context[which]({}, 'HEAD')];
    expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const methods = 'GET, HEAD, OPTIONS';
    const [options, put] = [await context[which]({}, 'OPTIONS'), await context[which]({}, 'PUT')];
    expect([options.status, options.headers.allow, put.status, put.headers.allow]).toEqual([
      204,
      methods,
      405,
      methods,
    ]);
  },
);

test('a refused feed is a calendar without events that no cache keeps, by GET and HEAD', async () => {
  const { server } = await serveLink();
  const path = `/ical/${newLinkToken('north')}.ics`;
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await server.call({ path, method });
    expect([status, body.toString()]).toEqual([404, method === 'GET' ? Buffer.from(emptyCalendar).toString() : '']);
    expect(headers).toMatchObject({
      ...ofLinks,
      'content-type': 'text/calendar; charset=utf-8',
      'content-length': String(emptyCalendar.length),
      'cache-control': 'no-store',
    });
  }
});

test('a calendar without events has one component, as RFC 5545 demands, and lines of CRLF', () => {
  const lines = Buffer.from(emptyCalendar).toString().split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.every((line) => !/[\r\n]/.test(line) && line.length < 75)).toBe(true);
  expect([lines[0], lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  expect(lines.filter((line) => line.startsWith('BEGIN:')).slice(1)).toEqual(['BEGIN:VTIMEZONE', 'BEGIN:STANDARD']);
});

test.each(['/ical/', '/ical/x', '/ical/x.ics/', '/ical/x/y.ics', '/ICAL/x.ics', '/ical/%zz.ics', '/ical/..ics'])(
  '%s is no feed and no page of the site: 404',
  async (path) => {
    const { server } = await serveLink();
    const { status, headers } = await server.call({ path });
    expect([status, headers['content-type']]).toEqual([404, 'text/calendar; charset=utf-8']);
  },
);

test('neither opens what the other is for: a key no document of a link, a token no timetables', async () => {
  const { server, key, token, my } = await serveLink();
  expect((await my({ Authorization: `Bearer ${key}` })).status).toBe(401);
  expect((await server.call({ path: `/ical/${key}.ics` })).status).toBe(404);
  for (const path of ['/api/v1/timetables', '/api/v1/timetables/v1', '/api/v1/calendar', '/api/partner/v1/timetables'])
    expect((await server.call({ path, headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  expect(
    (await server.call({ path: '/api/partner/v1/my', headers: { Authorization: `Bearer ${token}` } })).status,
  ).toBe(401);
});

test('links of one person share its files, and each link opens its own only', async () => {
  const { server, links, form } = await serveLink();
  await form.writeAccess('south');
  const named = async (organisation: string, entityId: string) => {
    const what = { feed: `feed of ${organisation} ${entityId}`, my: [organisation, entityId] };
    return [await links.add(organisation, what, { entityId }), what] as const;
  };
  const made = [
    ...(await Promise.all(['s1', 's2', 's3', 'constructor', '../x', 'ü:1'].map((id) => named('south', id)))),
    await named('north', 's1'),
  ];
  for (const [token, { feed, my }] of made) {
    expect((await server.call({ path: `/ical/${token}.ics` })).body.toString()).toBe(feed);
    const { body } = await server.call({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } });
    expect(JSON.parse(body.toString()).data).toEqual(my);
  }
});

test('of a thousand calendars that ask at once each gets its own feed, and a 304 when it has it', {
  tags: 'long',
}, async () => {
  // The calendars share this process with the server, so on a busy machine they are slow to send what they ask.
  const { server, links } = await serveLink({ limits: { headersTimeout: 50_000, requestTimeout: 50_000 } });
  const feeds = new Map<string, string>();
  for (let person = 0; person < 100; person++) {
    const feed = `feed of s${person}`;
    feeds.set(await links.add('north', { feed }, { entityId: `s${person}` }), feed);
  }
  const calendars = Array.from({ length: 1000 }, (_, index) => [...feeds][index % 100] ?? expect.unreachable());
  // Each on a connection of its own.
  const askAll = (headers: Record<string, string>, count = calendars.length) =>
    Promise.all(calendars.slice(0, count).map(([token]) => server.call({ path: `/ical/${token}.ics`, headers })));
  const first = await askAll({});
  expect(first.map(({ status, body }) => [status, body.toString()])).toEqual(calendars.map(([, feed]) => [200, feed]));
  const [{ headers } = expect.unreachable()] = first;
  const later = await askAll({ 'If-Modified-Since': String(headers['last-modified']) }, 100);
  expect(new Set(later.map(({ status, body }) => `${status} ${body.length}`))).toEqual(new Set(['304 0']));
});

test('a token reaches no log and no metric, whatever happens to its request', async () => {
  const { form, server, token, path, feed, my } = await serveLink();
  await writeSite(form.store);
  await feed();
  await my();
  await feed({}, 'DELETE');
  for (const target of [
    `/ical/${token}`,
    `/ICAL/${token}.ics`,
    `/ical/x/${token}.ics`,
    `//ical/${token}.ics`,
    `${path}?x=${token}`,
    `/${token}`,
  ])
    await server.call({ path: target });
  await form.store.write([{ path: linkPath(token, 'north'), bytes: Buffer.from('{') }]);
  expect((await feed()).status).toBe(500);
  expect((await my()).status).toBe(500);
  const log = server.logLines.join('');
  expect(log).toContain('"resource":"feed"');
  expect(log).toContain('a request failed');
  expect(log).not.toContain(token);
  const metrics = await server.metrics();
  expect(metrics).toMatch(/belfry_requests_total\{resource="feed",status="200"\} 2/);
  expect(metrics).not.toContain(token);
});

test('robots.txt exists and forbids nothing', async () => {
  const { form, server } = await serveLink();
  await writeSite(form.store);
  const { status, headers, body } = await server.call({ path: '/robots.txt' });
  expect([status, headers['content-type'], body.toString()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow:\n',
  ]);
  expect((await siteFiles()).has('robots.txt')).toBe(true);
});
