// What the arithmetic of scripts/deploy/README.md multiplies: the requests to the bucket for a change, a key and a reader,
// counted where they arrive.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { cleanUp, publishAccessChanges, publishDocuments } from '../../src/publish/publish-claimed.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { createSchools, describeVersion, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { rawClient } from '../support/raw-client.ts';
import { listPath } from '../support/served.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { type WeatherProxy, weatherProxy } from '../support/weather-proxy.ts';

describe.skipIf(inject('bucket') === null)("requests to the bucket (needs Ceph's radosgw)", () => {
  let open: OpenDatabase;
  let proxy: WeatherProxy;
  let publisher: Publisher;

  beforeAll(async () => {
    open = await openTestDatabase();
    const { bucket } = bucketOfTest();
    proxy = await weatherProxy(bucket.endpoint, () => 'fair', afterAll);
    publisher = publisherInto(bucketOfTest(proxy.endpoint).store);
    await createSchools(open.database, ['north']);
    await runBuild(publisher, open.database, 'everything');
  });
  afterAll(() => open.close());

  /** How many requests of each method the work makes. */
  async function count(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = proxy.seen.length;
    await work();
    const made: Record<string, number> = {};
    for (const request of proxy.seen.slice(before)) {
      const method = request.endsWith(' ') ? 'LIST' : (request.split(' ')[0] ?? '');
      made[method] = (made[method] ?? 0) + 1;
    }
    return made;
  }

  test('a change of one version: 4 GET and 5 PUT, and 3 PUT more when the list changes with it', async () => {
    await describeVersion(open.database, 'north-v1', 'another');
    expect(await count(() => publishDocuments(publisher, open.database, 'north'))).toEqual({ GET: 4, PUT: 5 });
    await open.database
      .updateTable('timetable_version')
      .set({ version_name: 'Second' })
      .where('id', '=', 'north-v1')
      .execute();
    expect(await count(() => publishDocuments(publisher, open.database, 'north'))).toEqual({ GET: 4, PUT: 8 });
  });

  test('a clean-up: 2 LIST, and a GET for the pointer and each earlier one', async () => {
    expect(await count(() => cleanUp(publisher, open.database, 'north'))).toEqual({ GET: 3, LIST: 2 });
  });

  test('a revocation: 2 GET and 1 PUT', async () => {
    const { id } = await newKeyOf(open.database, publisher, 'north');
    await open.database
      .updateTable('api_key')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await count(() => publishAccessChanges(publisher, open.database, 'north'))).toEqual({ GET: 2, PUT: 1 });
  });

  test('a request of the function: 3 GET, and 1 more for a file that is not in the cache of its edge', async () => {
    const { key } = await newKeyOf(open.database, publisher, 'north');
    const prefix = publisher.store.location.replace(/^s3:\/\/[^/]+\//, '');
    const edge = await startEdgeRuntime(bucketOfTest(proxy.endpoint, undefined, prefix));
    const client = rawClient(edge.port);
    const headers = { Authorization: `Bearer ${key}` };
    const ask = (more: Record<string, string> = {}) =>
      client.call({ path: `${listPath}/north-v1`, headers: { ...headers, ...more } });
    try {
      expect(await count(() => ask())).toEqual({ GET: 4 });
      const { etag = '' } = (await ask()).headers;
      expect(await count(() => ask())).toEqual({ GET: 3 });
      expect(await count(() => ask({ 'If-None-Match': etag }))).toEqual({ GET: 3 });
    } finally {
      client.close();
      await edge.close();
    }
  });
});
