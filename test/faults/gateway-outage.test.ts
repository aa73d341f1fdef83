// The object store fails during a build and during requests, and recovers. Meanwhile readers get a 500 and never wrong
// data; afterwards everything continues without help.
// @module-tag long

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { Publisher } from '../support/belfry.ts';
import { type BucketOfTest, bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  describeVersion,
  newKeyOf,
  publisherInto,
  publishSchools,
  readersOf,
  renameTeacher,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { type ObjectGateway, startObjectGateway } from '../support/object-gateway.ts';
import { bucketOutput, type PublishedOutput } from '../support/published-output.ts';
import { rawClient } from '../support/raw-client.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { times } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

const rounds = times(1, 1);

describe.skipIf(inject('bucket') === null)("an object store that fails and recovers (needs Ceph's radosgw)", () => {
  const schools = ['north', 'south'];
  let open: OpenDatabase;
  let gateway: ObjectGateway;
  let bucket: BucketOfTest;
  let output: PublishedOutput;
  let publisher: Publisher;

  beforeAll(async () => {
    open = await openTestDatabase();
    // Its own gateway, since other tests use that of the run at the same time.
    const started = await startObjectGateway();
    if (started === null) throw new Error('the run has an object store, so it is installed');
    gateway = started;
    bucket = bucketOfTest(gateway.bucket.endpoint);
    output = bucketOutput(bucket);
    publisher = await publishSchools(open.database, schools, output.store);
  });
  afterAll(async () => {
    await gateway.stop();
    await open.close();
  });

  const isBack = () => waitUntil('the gateway answers', async () => (await output.store.list('records/')).length > 0);

  const readersOfAll = () => readersOf(open.database, schools, output, [500]);

  test.each([
    ['a file', /north\/files/],
    ['a record', /^records\//],
  ])(
    'that fails right before a build writes %s: the watcher publishes the change when it is back',
    async (_, where) => {
      const readers = await readersOfAll();
      for (let round = 0; round < rounds; round++) {
        const { id } = await newKeyOf(open.database, publisher, 'south');
        let killed = false;
        const store = steppingStore(output.store, ({ path }, moment) => {
          if (killed || moment !== 'before' || !where.test(path)) return;
          killed = true;
          gateway.killGateway();
        });
        const { events, stop } = startWatch(publisherInto(store), open);
        await describeVersion(open.database, 'north-v1', `${where} ${round}`);
        await renameTeacher(open.database, 'south', `Teacher ${where} ${round}`);
        // In the database alone, as the dashboard does.
        await open.database
          .updateTable('api_key')
          .set({ revoked_at: new Date().toISOString() })
          .where('id', '=', id)
          .execute();
        await waitUntil('the publisher has noticed', () => events.some((line) => line.startsWith('failed')));
        gateway.restartGateway();
        await isBack();
        await untilQueueIsEmpty(open.database);
        await stop();
        await expectConverged(open.database, output.store);
      }
      await readers.stop();
    },
  );

  test('while it is down, the node server and the function answer 500 or correctly, and 200 when it is back', async () => {
    const { key } = await newKeyOf(open.database, publisher, 'north');
    const headers = { Authorization: `Bearer ${key}` };
    const readers = await readersOfAll();
    const edge = await startEdgeRuntime(bucket);
    const client = rawClient(edge.port);
    const server = await runningServer('', { openReader: output.openReader(1e6) });
    onTestFinished(async () => {
      client.close();
      await edge.close();
    });
    const ask = async () => {
      const { status, body } = await client.call({ path: `${listPath}/north-v1`, headers });
      const { data, error } = JSON.parse(body.toString());
      return { status, given: data?.id ?? error?.code };
    };
    const good = { status: 200, given: 'north-v1' };
    const bad = { status: 500, given: 'INTERNAL_ERROR' };
    for (let round = 0; round < rounds; round++) {
      expect(await ask()).toEqual(good);
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      let asking = true;
      const asked = Array.from({ length: 4 }, async () => {
        for (; asking; await sleep(5)) answers.push(await ask());
      });
      gateway.killGateway();
      await waitUntil('a request fails', () => answers.some(({ status }) => status === 500));
      expect((await server.call({ path: listPath, headers })).status).toBe(500);
      gateway.restartGateway();
      await isBack();
      expect((await server.call({ path: listPath, headers })).status).toBe(200);
      await waitUntil('the function answers again', async () => (await ask()).status === 200);
      asking = false;
      await Promise.all(asked);
      for (const answer of answers) expect([good, bad]).toContainEqual(answer);
    }
    const { statuses } = await readers.stop();
    expect(statuses[200]).toBeGreaterThan(0);
    await expectConverged(open.database, output.store);
  });
});
