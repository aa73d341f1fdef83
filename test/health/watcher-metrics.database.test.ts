import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readQueueFigures, readWatcherFigures } from '../../src/database/queue/queue-figures.ts';
import * as errors from '../../src/errors.ts';
import { adminServer } from '../../src/health/admin-server.ts';
import { judgeWatcher, type WatcherState } from '../../src/health/judge-watcher.ts';
import { causeOf, type WatcherMetrics, watcherMetrics } from '../../src/health/watcher-metrics.ts';
import { createSchools, describeVersion } from '../support/fault-schools.ts';
import { rawClient } from '../support/raw-client.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeAll(async () => {
  await createSchools(open.database, ['north']);
  await sql`truncate pending_change, changed_version`.execute(open.database);
});

/** The admin port of a watcher, wired as the watcher does. */
async function adminOf(metrics: WatcherMetrics, state: () => Promise<WatcherState>) {
  const readiness = async () => judgeWatcher(await state());
  const server = adminServer({ registry: metrics.registry, readiness });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const client = rawClient(address.port);
  onTestFinished(async () => {
    client.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return client;
}

const figures = () => readWatcherFigures(open.database);
const well = async (): Promise<WatcherState> => ({ stopping: false, heartbeatAge: 2_000, figures: await figures() });

async function scrape(metrics: WatcherMetrics): Promise<Map<string, number>> {
  const text = await metrics.registry.metrics();
  return new Map([...text.matchAll(/^(belfry_\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}

test('an empty queue has ages of zero', async () => {
  const found = await scrape(watcherMetrics(figures));
  expect(found.get('belfry_access_age_seconds')).toBe(0);
  expect(found.get('belfry_documents_age_seconds')).toBe(0);
  expect(found.get('belfry_pending_changes{work="access"}')).toBe(0);
  expect(found.get('belfry_queue_table_bytes{table="pending_change"}')).toBeGreaterThan(0);
});

test('webhooks that cannot be read hide no change of access, and make no watcher unready', async () => {
  await sql`alter table webhook_state rename to another`.execute(open.database);
  try {
    const found = await scrape(watcherMetrics(figures));
    expect(found.get('belfry_access_age_seconds')).toBe(0);
    expect(found.has('belfry_webhooks_failing')).toBe(false);
    expect((await readQueueFigures(open.database)).access.changes).toBe(0);
  } finally {
    await sql`alter table another rename to webhook_state`.execute(open.database);
  }
  expect((await scrape(watcherMetrics(figures))).get('belfry_webhooks_failing')).toBe(0);
});

test('the ages of access, of documents and of what is derived are apart, and versions that are not in the queue yet count', async () => {
  await sql`insert into pending_change (organisation_id, what, changed_at)
    values ('north', 'access', clock_timestamp() - interval '40 s'), ('north', 'key', clock_timestamp()),
      ('north', 'calendar', clock_timestamp() - interval '70 s')`.execute(open.database);
  await describeVersion(open.database, 'north-v1', 'changed');
  const found = await scrape(watcherMetrics(figures));
  await sql`truncate pending_change, changed_version`.execute(open.database);
  expect(found.get('belfry_access_age_seconds')).toBeCloseTo(40, -1);
  expect(found.get('belfry_pending_changes{work="access"}')).toBe(2);
  expect(found.get('belfry_documents_age_seconds')).toBeGreaterThan(0);
  expect(found.get('belfry_documents_age_seconds')).toBeLessThan(30);
  expect(found.get('belfry_pending_changes{work="documents"}')).toBe(1);
  expect(found.get('belfry_derived_age_seconds')).toBeCloseTo(70, -1);
  expect(found.get('belfry_pending_changes{work="derived"}')).toBe(1);
});

test('while the queue cannot be read its gauges are absent, and the counters stay', async () => {
  const metrics = watcherMetrics(() => Promise.reject(new Error('no database')));
  metrics.failed('other', causeOf(new errors.DatabaseUnreachableError('gone')));
  const found = await scrape(metrics);
  expect([...found.keys()].filter((name) => /_age_|_pending_|_held_|_queue_/.test(name))).toEqual([]);
  expect(found.get('belfry_failures_total{work="other",cause="database"}')).toBe(1);
});

test('a change is observed by work, and a failure by work and cause', async () => {
  const metrics = watcherMetrics(figures);
  metrics.served('access', 0.02);
  metrics.served('documents', 3);
  metrics.failed('access', causeOf(new errors.StatementTimeoutError('cut')));
  metrics.failed('documents', causeOf(new errors.LockTimeoutError('cut')));
  metrics.failed('documents', causeOf(new errors.StoreFullError('write', 'a', { cause: 'full' })));
  metrics.failed('documents', causeOf(new TypeError('x is undefined')));
  const found = await scrape(metrics);
  expect(found.get('belfry_commit_to_served_seconds_bucket{le="0.025",work="access"}')).toBe(1);
  expect(found.get('belfry_commit_to_served_seconds_bucket{le="1",work="documents"}')).toBe(0);
  const failures = [...found].filter(
    ([name, count]) => /^belfry_(failures|statements_cut)_total/.test(name) && count > 0,
  );
  expect(Object.fromEntries(failures)).toEqual({
    'belfry_failures_total{work="access",cause="statement_timeout"}': 1,
    'belfry_failures_total{work="documents",cause="lock_timeout"}': 1,
    'belfry_failures_total{work="documents",cause="store_full"}': 1,
    'belfry_failures_total{work="documents",cause="bug"}': 1,
    'belfry_statements_cut_total{timeout="statement_timeout"}': 1,
    'belfry_statements_cut_total{timeout="lock_timeout"}': 1,
  });
  // The first failure must be an increase.
  expect(found.get('belfry_failures_total{work="access",cause="store"}')).toBe(0);
});

describe('the admin port of a watcher', () => {
  test('serves /healthz, /readyz and /metrics, and nothing else', async () => {
    const { call } = await adminOf(watcherMetrics(figures), well);
    expect((await call({ path: '/healthz' })).status).toBe(200);
    const ready = await call({ path: '/readyz' });
    expect([ready.status, JSON.parse(ready.body.toString())]).toEqual([
      200,
      { ready: true, reasons: [], issues: [], publisherAgeSeconds: 2 },
    ]);
    expect((await call({ path: '/metrics' })).body.toString()).toContain('belfry_access_age_seconds 0');
    const page = await call({ path: '/last-used' });
    expect([page.status, page.body.toString()]).toEqual([
      404,
      'Not found. This port serves /healthz, /readyz and /metrics.\n',
    ]);
    expect((await call({ path: '/metrics', headers: { Host: 'evil.example' } })).status).toBe(421);
  });

  const waiting = (access: number, documents: number) => ({
    access: { changes: 1, ageSeconds: access },
    documents: { changes: 1, ageSeconds: documents },
    days: { changes: 0, ageSeconds: 0 },
    derived: { changes: 1, ageSeconds: 1 },
    removalsAwaitingApproval: 0,
    orphanedChanges: 0,
    tables: [],
  });
  const good: WatcherState = { stopping: false, heartbeatAge: 0, figures: waiting(0, 0) };

  test.each<[string, Partial<WatcherState>, number, RegExp]>([
    ['a change of access that waits', { figures: waiting(11, 0) }, 503, /"a change of access has waited for 11 s"/],
    ['a change of documents that waits', { figures: waiting(0, 400) }, 200, /"issues":\["a change of documents/],
    ['a database out of reach', { figures: new Error('no route') }, 503, /"the queue cannot be read: no route"/],
    ['a heartbeat that is late', { heartbeatAge: 30_000 }, 503, /not written a heartbeat for 30 s/],
    ['no heartbeat', { heartbeatAge: null }, 503, /not written a heartbeat yet/],
    ['stopping', { stopping: true }, 503, /shutting down/],
  ])('/readyz tells of %s', async (_, change, status, said) => {
    const { call } = await adminOf(watcherMetrics(figures), async () => ({ ...good, ...change }));
    const answer = await call({ path: '/readyz' });
    expect([answer.status, answer.body.toString()]).toEqual([status, expect.stringMatching(said)]);
  });
});

test('dead rows of the queue are seen', { tags: 'server' }, async () => {
  await sql`insert into pending_change (organisation_id, what, subject)
    select 'north', 'version', 'v' || n from generate_series(1, 5000) n`.execute(open.database);
  await sql`delete from pending_change`.execute(open.database);
  const dead = async () =>
    (await scrape(watcherMetrics(figures))).get('belfry_queue_dead_rows{table="pending_change"}') ?? 0;
  await expect.poll(dead, { timeout: 20_000, interval: 500 }).toBeGreaterThan(1000);
});
