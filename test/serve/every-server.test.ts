// One table for every way to serve: the access matrix, hostile ids and freshness hold for the node server over a bucket
// and for the function at the edge as they do for the node server over a folder.

import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { hostileIds } from '../support/hostile-ids.ts';
import { newKey, type PublishedForm, publishedForm } from '../support/published-folder.ts';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { recordPath } from '../support/record-places.ts';
import { runMatrix } from '../support/run-matrix.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { bucketVariables, isRuntimeInstalled, type ServerRuntime, startBundle } from '../support/start-bundle.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

type Served = { call: RawClient['call']; form: PublishedForm };

async function atTheEdge(overS3: boolean): Promise<Served> {
  const runtime = await startEdgeRuntime(overS3 ? bucketOfTest() : null);
  const client = rawClient(runtime.port);
  whenFileEnds(async () => {
    client.close();
    await runtime.close();
  });
  return { call: client.call, form: publishedForm(runtime.store) };
}

async function asOneFile(runtime: ServerRuntime): Promise<Served> {
  const place = bucketOfTest();
  const bundle = await startBundle(runtime, bucketVariables(place));
  const client = rawClient(bundle.port);
  whenFileEnds(async () => {
    client.close();
    await bundle.close();
  });
  return { call: client.call, form: publishedForm(place.store) };
}

async function nodeOverBucket(): Promise<Served> {
  const { store } = bucketOfTest();
  const reader = bucketReader(store, 1e8);
  const server = await runningServer('', { openReader: () => reader, whenDone: whenFileEnds });
  return { call: server.call, form: publishedForm(store) };
}

/** Name, whether it needs a bucket, and how it is started. */
const servers: [string, boolean, () => Promise<Served>][] = [
  ['the node server over a bucket', true, nodeOverBucket],
  ['the function in workerd over R2', false, () => atTheEdge(false)],
  ['the function in workerd over a bucket by signed requests', true, () => atTheEdge(true)],
  ...(['deno', 'bun', 'node'] as const)
    .filter(isRuntimeInstalled)
    .map((runtime): (typeof servers)[number] => [
      `the function as one file under ${runtime}`,
      true,
      () => asOneFile(runtime),
    ]),
];

/** Of freshness: each looks at five changes, a key given back among them, so 500 in all. */
const rounds = 100;

describe.each(servers)('%s', (name, needsBucket, start) => {
  describe.skipIf(needsBucket && inject('bucket') === null)(
    `${name} (needs Ceph's radosgw where it has a bucket)`,
    () => {
      let served: Served;
      beforeAll(async () => {
        served = await start();
      });

      describe('the access matrix', () =>
        runMatrix(() => ({ server: { call: served.call, now: Date.now() }, form: served.form })));

      test('hostile ids are of no timetable', async () => {
        const key = await served.form.addOrganisation('hostile', { v1: { id: 'v1' } });
        const headers = { Authorization: `Bearer ${key}` };
        for (const id of [...hostileIds, 'x'.repeat(4_000)]) {
          const { status, body } = await served.call({ path: `${listPath}/${id}`, headers });
          expect([id.slice(0, 40), status, JSON.parse(body.toString()).error?.code]).toEqual([
            id.slice(0, 40),
            404,
            'TIMETABLE_NOT_FOUND',
          ]);
        }
      });

      test('encodings, the stamp, 304, HEAD and OPTIONS are as on the node server', async () => {
        const document = { id: 'v1', text: 'lesson '.repeat(5_000) };
        const key = await served.form.addOrganisation('forms', { v1: document });
        const path = `${listPath}/v1`;
        const headers = { Authorization: `Bearer ${key}` };
        const before = Date.now();
        const gzip = await served.call({ path, headers: { ...headers, 'Accept-Encoding': 'gzip' } });
        const after = Date.now();
        const { data, timestamp } = JSON.parse(gunzipSync(gzip.body).toString());
        expect(gzip.headers['content-encoding']).toBe('gzip');
        expect(data).toEqual(document);
        // A runtime may stop its clock while it computes.
        expect(Date.parse(timestamp)).toBeGreaterThan(before - 1_000);
        expect(Date.parse(timestamp)).toBeLessThan(after + 1_000);
        const tag = String(gzip.headers['etag']);
        const again = await served.call({ path, headers: { ...headers, 'If-None-Match': tag } });
        expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tag]);
        expect((await served.call({ path, headers: { 'If-None-Match': tag } })).status).toBe(401);
        const head = await served.call({ path, method: 'HEAD', headers });
        expect([head.status, head.body.length]).toEqual([200, 0]);
        expect((await served.call({ path, method: 'OPTIONS' })).status).toBe(204);
      });

      test('a revoked key, a locked organisation and a swapped pointer count for the very next request: 500 times over', async () => {
        const key = newKey('fresh');
        const headers = { Authorization: `Bearer ${key}` };
        const status = async (path = listPath) => (await served.call({ path, headers })).status;
        await served.form.addOrganisation('fresh', {});
        const pointers: Uint8Array[] = [];
        await served.form.writeKey(key, 'fresh');
        for (const name of ['v0', 'v1']) {
          await served.form.publish('fresh', { [name]: { id: name } });
          pointers.push((await served.form.store.read(recordPath('fresh'))) ?? Buffer.of());
        }
        for (let round = 0; round < rounds; round++) {
          const [shown, other] = round % 2 === 0 ? ['v0', 'v1'] : ['v1', 'v0'];
          await served.form.writeKey(key, 'fresh');
          expect(await status()).toBe(200);
          await served.form.writeKey(key, 'fresh', { revoked: true });
          expect(await status()).toBe(401);
          await served.form.writeKey(key, 'fresh');
          await served.form.writeAccess('fresh', { state: 'suspended' });
          expect(await status()).toBe(402);
          await served.form.writeAccess('fresh');
          await served.form.store.write([{ path: recordPath('fresh'), bytes: pointers[round % 2] ?? Buffer.of() }]);
          expect(await status(`${listPath}/${shown}`)).toBe(200);
          expect(await status(`${listPath}/${other}`)).toBe(404);
        }
      });

      test('a torn file and one in the place of another organisation are 500, never an answer', async () => {
        const key = await served.form.addOrganisation('torn', { v1: { id: 'v1' } });
        await served.form.publish('other', { v1: { id: 'v1', secret: true } });
        await served.form.writeKey(key, 'other');
        const headers = { Authorization: `Bearer ${key}` };
        await served.form.store.write([
          { path: recordPath('torn'), bytes: (await served.form.store.read(recordPath('other'))) ?? Buffer.of() },
        ]);
        const { status, body } = await served.call({ path: `${listPath}/v1`, headers });
        expect([status, body.toString().includes('secret')]).toEqual([500, false]);
      });
    },
  );
});
