// The access matrix, hostile ids and freshness, tested in the same way for the node server on a bucket and the function at
// the edge.

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { accessCases, singleCases } from '../access/access-lines.ts';
import { linkCases, singleLinkCases } from '../access/link-lines.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { hostileIds } from '../support/hostile-ids.ts';
import { newKey, type PublishedForm, publishedForm } from '../support/published-folder.ts';
import { linkPath, newLinkToken, publishedLinks, shown } from '../support/published-links.ts';
import { type Call, type Reply, rawClient } from '../support/raw-client.ts';
import { recordPath } from '../support/record-places.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { bucketVariables, isRuntimeInstalled, startBundle } from '../support/start-bundle.ts';
import { ifThorough, thorough, times } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runLinkMatrix } from './run-link-matrix.ts';
import { type MatrixServer, runMatrix } from './run-matrix.ts';

/** A store, and the servers that read it. */
type Place = { form: PublishedForm; servers: readonly MatrixServer[] };

function serverOn({ port, close }: { port: number; close(): Promise<void> }, name: string): MatrixServer {
  const client = rawClient(port);
  whenFileEnds(async () => {
    client.close();
    await close();
  });
  return { name, call: client.call };
}

async function overR2(): Promise<Place> {
  const runtime = await startEdgeRuntime(null);
  return { form: publishedForm(runtime.store), servers: [serverOn(runtime, 'workerd')] };
}

const runtimes = (['deno', 'bun', 'node'] as const).filter(isRuntimeInstalled);

async function overBucket(): Promise<Place> {
  const place = bucketOfTest();
  const reader = bucketReader(place.store, 1e8);
  const { call } = await runningServer('', { openReader: () => reader, whenDone: whenFileEnds });
  const servers: MatrixServer[] = [{ name: 'the node server', call }];
  if (thorough) servers.push(serverOn(await startEdgeRuntime(place), 'workerd'));
  for (const runtime of runtimes)
    servers.push(serverOn(await startBundle(runtime, bucketVariables(place)), `one file under ${runtime}`));
  return { form: publishedForm(place.store), servers };
}

/** Rounds of the freshness test, each with five changes: 500 in all in a thorough run. */
const rounds = times(2, 100);

const places = [
  { name: 'the function in workerd over R2', missing: false, open: overR2 },
  {
    name: `the node server and the function in ${[...ifThorough(['workerd']), ...runtimes].join(', ')} over a bucket (needs Ceph's radosgw)`,
    missing: inject('bucket') === null,
    open: overBucket,
  },
];

for (const { name, missing, open } of places)
  describe.skipIf(missing)(name, () => {
    let place: Place;
    beforeAll(async () => {
      place = await open();
    });

    /** Sends the request to each server; `look` of its answer must be as expected. */
    async function expectOfEach<Seen>(call: Call, look: (reply: Reply) => Seen, expected: Seen): Promise<void> {
      const { servers } = place;
      const seen = await Promise.all(servers.map(async (server) => [server.name, look(await server.call(call))]));
      expect(seen).toEqual(servers.map((server) => [server.name, expected]));
    }
    const statusOf = ({ status }: Reply) => status;

    // The order of the lines is tested by access-matrix.test.ts, on the same code.
    const cases = thorough ? accessCases : singleCases;
    describe('the access matrix', () => runMatrix(() => ({ ...place, now: Date.now() }), cases));

    const ofLinks = thorough ? linkCases : singleLinkCases;
    describe('the access matrix of links', () => runLinkMatrix(() => ({ ...place, now: Date.now() }), ofLinks));

    test('a feed has its own bytes, small and large, by GET and HEAD, plain and in gzip, and a 304', async () => {
      const { form, servers } = place;
      const links = publishedLinks(form.store);
      await form.writeAccess('feeds');
      for (const feed of [shown.feed, `X:${createHash('sha512').update('x').digest('hex').repeat(3_000)}`]) {
        const path = `/ical/${await links.add('feeds', { feed })}.ics`;
        for (const { name, call } of servers) {
          const plain = await call({ path, headers: { 'Accept-Encoding': 'identity' } });
          expect([plain.status, plain.headers['content-encoding']], name).toEqual([200, undefined]);
          expect(plain.body.toString() === feed, name).toBe(true);
          const packed = await call({ path, headers: { 'Accept-Encoding': 'br, gzip' } });
          expect(packed.headers['content-encoding'], name).toBe('gzip');
          expect(gunzipSync(packed.body).toString() === feed, name).toBe(true);
          const head = await call({ path, method: 'HEAD' });
          expect([head.status, head.body.length, head.headers.etag], name).toEqual([200, 0, plain.headers.etag]);
          const since = { 'If-Modified-Since': String(plain.headers['last-modified']) };
          expect((await call({ path, headers: since })).status, name).toBe(304);
          expect((await call({ path, method: 'OPTIONS' })).status, name).toBe(204);
        }
      }
    });

    test('the document of a link is stamped, and its ETag is answered with a 304', async () => {
      await place.form.writeAccess('mine');
      const headers = { Authorization: `Bearer ${await publishedLinks(place.form.store).add('mine')}` };
      for (const { name, call } of place.servers) {
        const { status, headers: given, body } = await call({ path: '/api/v1/my', headers });
        const { data, timestamp } = JSON.parse(body.toString());
        expect([status, data], name).toEqual([200, shown.my]);
        expect(Math.abs(Date.parse(timestamp) - Date.now()), name).toBeLessThan(60_000);
        const again = { ...headers, 'If-None-Match': String(given.etag) };
        expect((await call({ path: '/api/v1/my', headers: again })).status, name).toBe(304);
      }
    });

    test(`a revoked link and a suspended organisation apply to the next request: ${4 * rounds} changes`, {
      tags: 'long',
    }, async () => {
      const { form } = place;
      const token = newLinkToken('linked');
      const links = publishedLinks(form.store);
      const expectStatus = async (feed: number, my: number) => {
        await expectOfEach({ path: `/ical/${token}.ics` }, statusOf, feed);
        await expectOfEach({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } }, statusOf, my);
      };
      for (let round = 0; round < rounds; round++) {
        await form.writeAccess('linked');
        await links.write(token, 'linked');
        await links.show(token, 'linked');
        await expectStatus(200, 200);
        await links.write(token, 'linked', { revoked: true });
        await expectStatus(404, 401);
        await links.write(token, 'linked');
        await links.show(token, 'linked');
        await expectStatus(200, 200);
        await form.writeAccess('linked', { state: 'suspended' });
        await expectStatus(404, 402);
      }
    });

    test("another organisation's record of a link in the place of one's own is a 500, and its data is not served", async () => {
      const { form } = place;
      const links = publishedLinks(form.store);
      for (const id of ['torn-link', 'other-link']) await form.writeAccess(id);
      const token = await links.add('torn-link');
      const other = await links.add('other-link', { feed: 'secret', my: 'secret' });
      const bytes = (await form.store.read(linkPath(other, 'other-link'))) ?? Buffer.of();
      await form.store.write([{ path: linkPath(token, 'torn-link'), bytes }]);
      const look = ({ status, body }: Reply) => [status, body.toString().includes('secret')];
      await expectOfEach({ path: `/ical/${token}.ics` }, look, [500, false]);
      await expectOfEach({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } }, look, [500, false]);
    });

    test('hostile ids are 404 TIMETABLE_NOT_FOUND', async () => {
      const key = await place.form.addOrganisation('hostile', { v1: { id: 'v1' } });
      const headers = { Authorization: `Bearer ${key}` };
      for (const id of [...hostileIds, 'x'.repeat(4_000)])
        await expectOfEach(
          { path: `${listPath}/${id}`, headers },
          ({ status, body }) => [id.slice(0, 40), status, JSON.parse(body.toString()).error?.code],
          [id.slice(0, 40), 404, 'TIMETABLE_NOT_FOUND'],
        );
    });

    test('gzip, the stamp, 304, HEAD and OPTIONS are right', async () => {
      const document = { id: 'v1', text: 'lesson '.repeat(5_000) };
      const key = await place.form.addOrganisation('forms', { v1: document });
      const path = `${listPath}/v1`;
      const headers = { Authorization: `Bearer ${key}` };
      for (const { name, call } of place.servers) {
        const before = Date.now();
        const gzip = await call({ path, headers: { ...headers, 'Accept-Encoding': 'gzip' } });
        const after = Date.now();
        const { data, timestamp } = JSON.parse(gunzipSync(gzip.body).toString());
        expect(gzip.headers['content-encoding'], name).toBe('gzip');
        expect(data, name).toEqual(document);
        // A runtime may stop its clock while it computes.
        expect(Date.parse(timestamp), name).toBeGreaterThan(before - 1_000);
        expect(Date.parse(timestamp), name).toBeLessThan(after + 1_000);
        const tag = String(gzip.headers['etag']);
        const again = await call({ path, headers: { ...headers, 'If-None-Match': tag } });
        expect([again.status, again.body.length, again.headers['etag']], name).toEqual([304, 0, tag]);
        expect((await call({ path, headers: { 'If-None-Match': tag } })).status, name).toBe(401);
        const head = await call({ path, method: 'HEAD', headers });
        expect([head.status, head.body.length], name).toEqual([200, 0]);
        expect((await call({ path, method: 'OPTIONS' })).status, name).toBe(204);
      }
    });

    test(`a revoked key, a suspended organisation and a swapped pointer apply to the next request: ${5 * rounds} changes`, {
      tags: 'long',
    }, async () => {
      const { form } = place;
      const key = newKey('fresh');
      const headers = { Authorization: `Bearer ${key}` };
      const expectStatus = (path: string, status: number) => expectOfEach({ path, headers }, statusOf, status);
      const record = async () => (await form.store.read(recordPath('fresh'))) ?? Buffer.of();
      const put = (bytes: Uint8Array) => form.store.write([{ path: recordPath('fresh'), bytes }]);
      await form.addOrganisation('fresh', {});
      await form.writeKey(key, 'fresh');
      const shows: Uint8Array[] = [];
      for (const name of ['v0', 'v1']) {
        await form.publish('fresh', { [name]: { id: name } });
        shows.push(await record());
      }
      await form.writeKey(key, 'fresh', { revoked: true });
      const revoked = await record();
      await form.writeKey(key, 'fresh');
      await form.writeAccess('fresh', { state: 'suspended' });
      const suspended = await record();
      for (let round = 0; round < rounds; round++) {
        const [shown, other] = [round % 2, (round + 1) % 2];
        const [good, swapped] = [shows[other] ?? Buffer.of(), shows[shown] ?? Buffer.of()];
        await put(good);
        await expectStatus(listPath, 200);
        await put(revoked);
        await expectStatus(listPath, 401);
        await put(good);
        await expectStatus(listPath, 200);
        await put(suspended);
        await expectStatus(listPath, 402);
        await put(swapped);
        await expectStatus(`${listPath}/v${shown}`, 200);
        await expectStatus(`${listPath}/v${other}`, 404);
      }
    });

    test("another organisation's record in the place of one's own is a 500, and its data is not served", async () => {
      const { form } = place;
      const key = await form.addOrganisation('torn', { v1: { id: 'v1' } });
      await form.publish('other', { v1: { id: 'v1', secret: true } });
      await form.writeKey(key, 'other');
      const headers = { Authorization: `Bearer ${key}` };
      await form.store.write([
        { path: recordPath('torn'), bytes: (await form.store.read(recordPath('other'))) ?? Buffer.of() },
      ]);
      await expectOfEach(
        { path: `${listPath}/v1`, headers },
        ({ status, body }) => [status, body.toString().includes('secret')],
        [500, false],
      );
    });
  });
