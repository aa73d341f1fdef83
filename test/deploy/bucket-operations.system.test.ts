// The numbers in the cost estimate of test/bench/README.md: the requests to the bucket for a change, a key and a reader,
// counted at the bucket.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { assertStoreMatches } from '../../src/publish/database/bind-store.ts';
import { guardStore } from '../../src/publish/engine/guard-store.ts';
import { publishAccess, publishDocuments } from '../../src/publish/engine/publish-organisation.ts';
import { sendHeartbeat } from '../../src/publish/engine/send-heartbeat.ts';
import { cleanUp } from '../../src/publish/upkeep/clean-up.ts';
import { type Publisher, publisherOf, setAccess } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { createSchools, describeVersion, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { type FaultyProxy, faultyNetworkProxy } from '../support/faulty-network-proxy.ts';
import { rawClient } from '../support/raw-client.ts';
import { listPath } from '../support/served.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

describe.skipIf(inject('bucket') === null)("requests to the bucket (needs Ceph's radosgw)", () => {
  let open: OpenDatabase;
  let proxy: FaultyProxy;
  let publisher: Publisher;

  beforeAll(async () => {
    open = await openTestDatabase();
    const { bucket } = bucketOfTest();
    proxy = await faultyNetworkProxy(bucket.endpoint, () => 'none', whenFileEnds);
    publisher = publisherInto(bucketOfTest(proxy.endpoint).store);
    await createSchools(open.database, ['north']);
    await runBuild(publisher, open.database, 'everything');
    // At its first replacement the store finds out which form of ETag this server expects.
    await describeVersion(open.database, 'north-v1', 'first');
    await publishDocuments(publisherOf(publisher, open), org('north'));
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

  test('a change of one version: 4 GET, of the record, the handle, the problems and the list, and 5 PUT, and 3 PUT more when the list changes with it', async () => {
    await describeVersion(open.database, 'north-v1', 'another');
    expect(await count(() => publishDocuments(publisherOf(publisher, open), org('north')))).toEqual({ GET: 4, PUT: 5 });
    await open.database
      .updateTable('timetable_version')
      .set({ version_name: 'Second' })
      .where('id', '=', 'north-v1')
      .execute();
    expect(await count(() => publishDocuments(publisherOf(publisher, open), org('north')))).toEqual({ GET: 4, PUT: 8 });
  });

  test('a clean-up: 1 LIST, and a GET for the handle, the record and each earlier pointer', async () => {
    expect(await count(() => cleanUp(publisherOf(publisher, open), org('north')))).toEqual({ GET: 5, LIST: 1 });
  });

  test('a revocation: 1 GET and 1 PUT', async () => {
    const { id } = await newKeyOf(open.database, publisher, 'north');
    await open.database
      .updateTable('api_key')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await count(() => publishAccess(publisherOf(publisher, open), org('north')))).toEqual({ GET: 1, PUT: 1 });
  });

  test('a lock or its end: 1 GET and 1 PUT for the access, and nothing for the documents', async () => {
    for (const change of [
      { access: 'locked', locked_because: 'plan_ended' },
      { access: 'active', locked_because: null },
    ] as const) {
      await open.database.updateTable('organisation').set(change).where('id', '=', 'north').execute();
      expect(await count(() => publishAccess(publisherOf(publisher, open), org('north')))).toEqual({
        GET: 1,
        PUT: 1,
      });
      expect(await count(() => publishDocuments(publisherOf(publisher, open), org('north')))).toEqual({});
    }
  });

  test('by a command: 1 GET more for the handle, and 1 for the id of the store', async () => {
    for (const change of [
      { access: 'locked', locked_because: 'plan_ended' },
      { access: 'active', locked_because: null },
    ] as const)
      expect(await count(() => setAccess(open.database, publisher, 'north', change))).toEqual({ GET: 2, PUT: 1 });
    const ids = { open, store: publisher.store, newId: randomUUID };
    await bindTestStore(open, publisher.store);
    expect(await count(() => assertStoreMatches(ids))).toEqual({ GET: 1 });
  });

  test('a heartbeat of a watcher: 1 PUT, and a GET each for the heartbeat before it and for the id of the store', async () => {
    const totals = { builds: 0, buildSeconds: 0, generation: 1 };
    const guard = guardStore(publisher.store);
    const heartbeat = async () => {
      await guard.check();
      await sendHeartbeat(publisherOf(publisher, open), totals, 'watcher');
    };
    await heartbeat();
    expect(await count(heartbeat)).toEqual({ GET: 2, PUT: 1 });
  });

  test("a request to the function: 1 GET, and 1 more for a file that is not in the edge's cache", async () => {
    const { key } = await newKeyOf(open.database, publisher, 'north');
    const prefix = publisher.store.location.replace(/^s3:\/\/[^/]+\//, '');
    const edge = await startEdgeRuntime(bucketOfTest(proxy.endpoint, undefined, prefix));
    const client = rawClient(edge.port);
    const headers = { Authorization: `Bearer ${key}` };
    const ask = (more: Record<string, string> = {}) =>
      client.call({ path: `${listPath}/north-v1`, headers: { ...headers, ...more } });
    try {
      expect(await count(() => ask())).toEqual({ GET: 2 });
      const { etag = '' } = (await ask()).headers;
      expect(await count(() => ask())).toEqual({ GET: 1 });
      expect(await count(() => ask({ 'If-None-Match': etag }))).toEqual({ GET: 1 });
    } finally {
      client.close();
      await edge.close();
    }
  });
});
