import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { hashOfKey, newKey } from '../support/published-folder.ts';
import { ready, runningAdmin } from '../support/running-admin.ts';
import { listPath, served } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const emptyStore = async () => folderStore(await temporaryFolder());

test('/healthz answers 200 whether or not the server is ready', async () => {
  const { call } = await runningAdmin(await emptyStore(), async () => ({ ...ready, ready: false }));
  const { status, body } = await call({ path: '/healthz?verbose' });
  expect([status, body.toString()]).toEqual([200, 'ok\n']);
});

test.each([
  [ready, 200],
  [{ ready: false, reasons: ['the server is shutting down'], findings: [], publisherAgeSeconds: null }, 503],
])('/readyz reports %j', async (state, expected) => {
  const { call } = await runningAdmin(await emptyStore(), async () => state);
  const { status, headers, body } = await call({ path: '/readyz' });
  expect(status).toBe(expected);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  const { findings, ...rest } = state;
  expect(JSON.parse(body.toString())).toEqual({ ...rest, issues: findings });
});

const pages = ['/', '/healthz', '/readyz', '/last-used', '/metrics', '/nothing'];

test.each([
  'evil.example',
  'evil.example:8081',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.example/127.0.0.1',
  '127.0.0.1@evil.example',
  '0.0.0.0',
  '[::1].evil.example',
])('a request with the Host "%s" is refused on every page', async (name) => {
  const { call } = await runningAdmin(await emptyStore());
  for (const path of pages) {
    const { status, body } = await call({ path, headers: { Host: name } });
    expect([status, body.toString()]).toEqual([
      421,
      expect.stringMatching(/^This port answers only requests whose Host is localhost/),
    ]);
  }
});

test('a request without a Host header is refused, in HTTP/1.1 and HTTP/1.0', async () => {
  const { exchange } = await runningAdmin(await emptyStore());
  expect(await exchange('GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await exchange('GET /metrics HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  expect(await exchange('GET /metrics HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
});

test.each(['127.0.0.1', 'localhost', 'LOCALHOST:8081', '[::1]', '[::1]:8081', '127.0.0.1:9000'])(
  'a request with the Host "%s" is answered',
  async (name) => {
    const { call } = await runningAdmin(await emptyStore());
    expect((await call({ path: '/healthz', headers: { Host: name } })).status).toBe(200);
  },
);

test('if readiness cannot be judged, the answer is 500', async () => {
  const { call } = await runningAdmin(await emptyStore(), () => Promise.reject(new Error('the store is out of reach')));
  const { status, body } = await call({ path: '/readyz' });
  expect([status, body.toString()]).toEqual([500, 'Error: the store is out of reach\n']);
});

test('the answer to an unknown path names the known ones, and HEAD has no body', async () => {
  const { call } = await runningAdmin(await emptyStore());
  const { status, body } = await call({ path: '/nothing' });
  expect(status).toBe(404);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(body.toString()).toContain(path);
  expect((await call({ path: '/healthz', method: 'HEAD' })).body).toHaveLength(0);
});

test('the answer at / names what shows organisations, and the paths for programs', async () => {
  const { call } = await runningAdmin(await emptyStore());
  const { status, headers, body } = await call({ path: '/' });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/plain', 'no-store']);
  expect(body.toString()).toBe(
    'The dashboard and `npm run status -- --all` show each organisation and who needs attention.\n' +
      'This port serves /healthz, /readyz, /last-used and /metrics.\n',
  );
});

test('a person in a browser gets the same as a page, with links, also at a wrong address', async () => {
  const { call } = await runningAdmin(await emptyStore());
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [path, expected] of [
    ['/', 200],
    ['/nothing', 404],
  ] as const) {
    const { status, headers, body } = await call({ path, headers: { accept } });
    expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('<a href="/last-used">/last-used</a> and <a href="/metrics">/metrics</a>.</p>');
  }
  expect((await call({ path: '/', headers: { accept } })).body.toString()).toContain('<code>npm run status');
});

const heartbeatOfWatcher = {
  at: Date.now(),
  watching: true,
  queueDepth: 7,
  queueAgeSeconds: 2.5,
  withheldVersions: 1,
  builds: 12,
  buildSeconds: 0.25,
  generation: 40,
  organisations: 3,
  attention: { count: 0, first: [] },
};

test.each([
  ["the publisher's numbers", heartbeatOfWatcher, /^belfry_queue_depth 7$[\s\S]*^belfry_generation 40$/m],
  ['no publisher metrics without a heartbeat', null, /^(?![\s\S]*\nbelfry_(publisher|queue)_\w+ )/],
])('/metrics is in the Prometheus text format, and has %s', async (_, heartbeat, pattern) => {
  const store = await emptyStore();
  if (heartbeat !== null) await writeHeartbeat(store, heartbeat, 'watcher');
  const { call, metrics } = await runningAdmin(store);
  metrics.count('list', 200, 0.002);
  metrics.count('list', 200, 0.002);
  metrics.count('timetable', 404, 0.002);
  const { status, headers, body } = await call({ path: '/metrics' });
  const text = body.toString();
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|nan|[+-]inf)|)$/i);
  expect(text).toContain('belfry_requests_total{resource="list",status="200"} 2');
  expect(text).toContain('belfry_requests_total{resource="timetable",status="404"} 1');
  expect(text).toContain('belfry_request_duration_seconds_count 3');
  expect(text).toMatch(pattern);
});

test('the metrics of the queue are absent once the heartbeat of the watcher is a minute old', async () => {
  const folder = await temporaryFolder();
  const store = folderStore(folder);
  await writeHeartbeat(store, { ...heartbeatOfWatcher, waitingOrganisations: 3 }, 'watcher');
  const { metrics } = await runningAdmin(store);
  const ofQueue = async () => (await metrics.registry.metrics()).match(/^belfry_(queue|waiting)\w+ .*$/gm);
  const expected = ['belfry_queue_depth 7', 'belfry_queue_age_seconds 2.5', 'belfry_waiting_organisations 3'];
  expect(await ofQueue()).toEqual(expected);
  const moment = Date.now() / 1000 - 61;
  utimesSync(join(folder, paths.publisher), moment, moment);
  expect(await ofQueue()).toBeNull();
});

test('the server counts its responses by resource and status, with no label that names a caller', async () => {
  const { server, key, bearer } = await served({ v1: { id: 'v1' } });
  for (const path of [listPath, `${listPath}/v1`, `${listPath}/v2`, '/api/x'])
    await server.call({ path, headers: bearer });
  await server.call({ path: listPath });
  const text = await server.metrics();
  const counts = [...text.matchAll(/^belfry_requests_total\{(.*)\} (\d+)$/gm)].map(([, labels, count]) => [
    labels,
    count,
  ]);
  expect(counts.toSorted()).toEqual([
    ['resource="list",status="200"', '1'],
    ['resource="list",status="401"', '1'],
    ['resource="timetable",status="200"', '1'],
    ['resource="timetable",status="404"', '1'],
    ['resource="unknown",status="404"', '1'],
  ]);
  expect(text).not.toContain(key);
  expect(text).not.toContain('north');
});

test('/last-used shows when each key was accepted last, by its id and to the minute, and no other key', async () => {
  const { call, uses } = await runningAdmin(await emptyStore());
  expect(JSON.parse((await call({ path: '/last-used' })).body.toString())).toEqual({ keys: {} });
  const { server, key, form, bearer } = await served({ v1: { id: 'v1' } }, { noteUse: uses.note });
  const idle = newKey('north');
  await form.writeKey(idle, 'north', { keyId: 'key_idle' });
  const refused = newKey('north');
  await form.writeKey(refused, 'north', { keyId: 'key_refused', revoked: true });
  for (const path of [listPath, `${listPath}/v2`, '/api/x']) await server.call({ path, headers: bearer });
  await server.call({ path: listPath, headers: { Authorization: `Bearer ${refused}` } });
  await server.call({ path: listPath, headers: { Authorization: `Bearer ${newKey('north')}` } });
  await server.call({ path: listPath });
  const { status, headers, body } = await call({ path: '/last-used' });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/json', 'no-store']);
  const { keys } = JSON.parse(body.toString());
  expect(Object.keys(keys)).toEqual(['k1']);
  expect(Object.values(keys)).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)]);
  const secrets = [key, key.slice('belfry_'.length), hashOfKey(key), hashOfKey(key).slice(0, 12)];
  for (const secret of secrets) expect(body.toString()).not.toContain(secret);
});
