// The library's publisher and server over a bucket.

import { once } from 'node:events';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createPublisher, createServer } from '../../src/belfry.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { publisherTimeouts, serverTimeouts } from '../../src/store/bucket/bucket-client.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { memorySource } from '../support/memory-source.ts';
import { validate } from '../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A source with one school, its publisher into a bucket, and a server over that bucket to request the list from. */
async function school() {
  const source = memorySource();
  const key = source.add('school', [smallTimetable(), publishedTimetable('version-2')]);
  const { store, prefix } = bucketOfTest();
  const publisher = createPublisher({ store, source, now: Date.now });
  const served = bucketOfTest(undefined, serverTimeouts, prefix).store;
  const server = createServer({ store: served, now: Date.now, log: { error() {}, debug() {} } });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const list = (key: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
  return { source, store, prefix, publisher, key, list };
}

const revoke = (source: ReturnType<typeof memorySource>) =>
  source.change('school', ({ access }) => {
    for (const each of Object.values(access.keys)) each.revoked = true;
  });

describe.skipIf(inject('bucket') === null)("the library over a bucket (needs Ceph's radosgw)", () => {
  test('publishes, serves, revokes and removes', async () => {
    const { source, store, publisher, key, list } = await school();
    expect((await publisher.build()).failures).toEqual([]);
    expect(await (await list(key)).json()).toMatchObject({ data: { orgId: 'school', count: 2 } });
    expect(await checkPublished(store, validate)).toMatchObject({ organisations: 1, problems: [], orphans: [] });
    source.change('school', ({ documents }) => documents.delete('version-2'));
    expect(await publisher.publish('school')).toMatchObject({ generation: 2, dropped: ['version-2'] });
    expect(await (await list(key)).json()).toMatchObject({ data: { count: 1 } });
    revoke(source);
    await publisher.publish('school');
    expect((await list(key)).status).toBe(401);
    source.organisations.delete('school');
    expect((await publisher.build()).removed).toEqual(['school']);
    expect(await store.listNames(paths.organisations)).toEqual([]);
  });

  test('two publishers of the same revision at the same time both succeed, and it is served', async () => {
    const { source, prefix, publisher, key, list } = await school();
    await publisher.build();
    const other = createPublisher({
      store: bucketOfTest(undefined, publisherTimeouts, prefix).store,
      source,
      now: Date.now,
    });
    source.change('school', ({ documents }) => documents.delete('version-2'));
    await Promise.all([publisher.publish('school'), other.publish('school')]);
    expect(await (await list(key)).json()).toMatchObject({ data: { count: 1 } });
  });

  test('a watcher publishes what the source has at its start and each change', async () => {
    const { source, publisher, key, list } = await school();
    const stop = new AbortController();
    const failed: string[] = [];
    const watching = publisher.watch(stop.signal, { poll: 5, failed: (what) => failed.push(what) });
    await waitUntil('it is served', async () => (await list(key)).status === 200);
    revoke(source);
    await waitUntil('it is refused', async () => (await list(key)).status === 401);
    stop.abort();
    await watching;
    expect(failed).toEqual([]);
  });
});
