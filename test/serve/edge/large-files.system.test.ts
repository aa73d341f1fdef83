// Documents that are larger than the function wants to hold in memory: read in pieces, each verified before it is sent.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { type EdgeFile, edgeFiles, pieceLength } from '../../../src/serve/edge/edge-file.ts';
import { type FetchHandler, fetchHandler } from '../../../src/serve/edge/fetch-handler.ts';
import { nodeRuntime } from '../../../src/serve/edge/node-runtime.ts';
import { loadPublished } from '../../../src/snapshot/load-published.ts';
import { type Encoding, encodingNames, paths } from '../../../src/snapshot/paths.ts';
import { digestSha256 } from '../../../src/store/digest-sha256.ts';
import { type BucketOfTest, bucketOfTest } from '../../support/bucket-of-test.ts';
import { startEdgeRuntime } from '../../support/edge-runtime.ts';
import { faultyNetworkProxy, type NetworkFault } from '../../support/faulty-network-proxy.ts';
import { type PublishedForm, publishedForm } from '../../support/published-folder.ts';
import { rawClient } from '../../support/raw-client.ts';
import { listPath } from '../../support/served.ts';
import { bucketVariables, startBundle } from '../../support/start-bundle.ts';

/** A document that compresses little, so that each of its encodings is large. */
function largeDocument(id: string, megabytes: number) {
  let seed = id.length;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  };
  return { id, lessons: Array.from({ length: megabytes * 115_000 }, random) };
}

const decoders: Record<Encoding, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

describe('the pieces of a file', () => {
  const sizes = [27, pieceLength, 2 * pieceLength - 1, 2 * pieceLength, 2 * pieceLength + 1, 3 * pieceLength + 33];

  test.each(sizes)('of %d bytes are the file, and the last one has all that a stamp changes', async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
    const read: number[] = [];
    const open = edgeFiles(
      async (_, { offset, length }) => {
        read.push(length);
        return bytes.slice(offset, offset + length);
      },
      1e6,
      nodeRuntime.openDigest,
    );
    const file = await open('a', { bytes: size, sha256: await digestSha256(bytes) }, () => {});
    const pieces = await Promise.all(Array.from({ length: file.pieces }, (_, index) => file.piece(index)));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(pieces.at(-1)?.length).toBeGreaterThanOrEqual(Math.min(size, pieceLength));
    expect(Math.max(...read)).toBeLessThan(2 * pieceLength);
  });

  /** A file of three pieces, of which the bucket sends what `send` makes of it. */
  async function openWith(send: (bytes: Uint8Array, reading: number) => Uint8Array): Promise<EdgeFile> {
    const bytes = Uint8Array.from({ length: 3 * pieceLength }, (_, index) => index % 251);
    let readings = 0;
    const open = edgeFiles(
      async (_, { offset, length }) => Uint8Array.from(send(bytes.slice(offset, offset + length), readings++)),
      1e6,
      nodeRuntime.openDigest,
    );
    return open('a', { bytes: bytes.length, sha256: await digestSha256(bytes) }, () => {});
  }
  const shorten = (bytes: Uint8Array) => bytes.subarray(1);
  const damage = (bytes: Uint8Array) => bytes.with(5, 255);

  test.each([
    ['shortened', shorten],
    ['damaged', damage],
  ])('what arrives %s is read once more, and then is no file', async (_, change) => {
    // Readings 0 to 2 are the first pass.
    expect((await openWith((bytes, reading) => (reading === 1 ? change(bytes) : bytes))).pieces).toBe(3);
    await expect(openWith((bytes, reading) => (reading % 3 === 1 ? change(bytes) : bytes))).rejects.toThrow(
      'a is not the file that its pointer names',
    );
    const once = await openWith((bytes, reading) => (reading === 3 ? change(bytes) : bytes));
    expect((await once.piece(0)).length).toBe(pieceLength);
    const always = await openWith((bytes, reading) => (reading >= 3 ? change(bytes) : bytes));
    await expect(always.piece(0)).rejects.toThrow('a is not the file that its pointer names');
  });
});

describe.skipIf(inject('bucket') === null)("over a bucket (needs Ceph's radosgw)", () => {
  let place: BucketOfTest;
  let form: PublishedForm;
  let key: string;
  const document = largeDocument('v1', 8);
  /** The path of a document of the organisation `north`. */
  const fileOf = async (encoding: Encoding, id = 'v1') => {
    const { pointer } = await loadPublished(place.store, org('north'));
    return paths.file(org('north'), id, pointer?.timetables[id]?.hash ?? '', encoding);
  };

  beforeAll(async () => {
    place = bucketOfTest();
    form = publishedForm(place.store);
    key = await form.addOrganisation('north', { v1: document });
  });

  async function handlerBehind(fault: (path: string) => NetworkFault) {
    const proxy = await faultyNetworkProxy(place.bucket.endpoint, (_, path) => fault(path));
    const bucket = { ...place.bucket, endpoint: proxy.endpoint };
    const handle: FetchHandler = fetchHandler(bucketVariables({ ...place, bucket }), nodeRuntime);
    const ask = (encoding: Encoding, method = 'GET') => {
      const headers = new Headers({ Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding });
      return handle({ method, headers, target: `${listPath}/v1` }, () => {});
    };
    const reads = () => proxy.seen.filter((each) => each.includes('files/v1')).length;
    return { ask, reads };
  }

  test.each(encodingNames)('as %s it is complete, with the time of the response', async (encoding) => {
    const { ask } = await handlerBehind(() => 'none');
    const before = Date.now();
    for (let round = 0; round < 2; round++) {
      const response = await ask(encoding);
      const body = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(body.length)]);
      expect(body.length).toBeGreaterThan(2 * pieceLength);
      const { data, timestamp } = JSON.parse(decoders[encoding](body).toString());
      expect(data).toEqual(document);
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before);
    }
  });

  test('it is read twice for its first answer and once for each further one; a HEAD sends nothing of it', async () => {
    const { ask, reads } = await handlerBehind(() => 'none');
    const { bytes = 0 } = (await form.publish('north', { v1: document })).timetables['v1']?.identity ?? {};
    const pieces = Math.floor(bytes / pieceLength);
    await (await ask('identity', 'HEAD')).arrayBuffer();
    expect(reads()).toBe(pieces);
    await (await ask('identity')).arrayBuffer();
    await (await ask('identity')).arrayBuffer();
    expect(reads()).toBe(3 * pieces);
  });

  test.each(['answer lost', 'breaks off', 'slow down'] as const)(
    'a piece whose answer has the fault "%s" is requested again',
    async (fault) => {
      let reading = 0;
      const { ask } = await handlerBehind((path) => (/files\/v1/.test(path) && reading++ % 3 === 1 ? fault : 'none'));
      const { data } = JSON.parse(Buffer.from(await (await ask('identity')).arrayBuffer()).toString());
      expect(data).toEqual(document);
    },
  );

  test("when it is damaged, or is another organisation's, no byte of it is sent", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const path = await fileOf('identity');
    const stored = (await place.store.read(path)) ?? new Uint8Array();
    onTestFinished(() => place.store.write([{ path, bytes: stored }]));
    const other = new TextEncoder()
      .encode('secret of the south '.repeat(stored.length / 20 + 1))
      .slice(0, stored.length);
    for (const bytes of [stored.slice(0, -1), stored.with(7_000_000, 0), other, stored.slice(0, 40)]) {
      await place.store.write([{ path, bytes }]);
      const { ask } = await handlerBehind(() => 'none');
      const response = await ask('identity');
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('secret');
    }
    await place.store.remove([path]);
    expect((await (await handlerBehind(() => 'none')).ask('identity')).status).toBe(500);
    expect(log.mock.calls).toHaveLength(5);
  });

  test('when it is replaced after it was verified, its answer breaks off before the first wrong byte, and the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const path = await fileOf('identity');
    const stored = (await place.store.read(path)) ?? new Uint8Array();
    onTestFinished(() => place.store.write([{ path, bytes: stored }]));
    const { ask } = await handlerBehind(() => 'none');
    const reader = (await ask('identity')).body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBe(pieceLength);
    await place.store.write([{ path, bytes: stored.map((byte) => byte ^ 1) }]);
    await expect(reader?.read()).rejects.toThrow('is not the file that its pointer names');
    expect(String(log.mock.calls)).toContain('is not the file that its pointer names');
    expect((await ask('identity')).status).toBe(500);
  });

  describe.each(['workerd', 'node'] as const)('in %s', (kind) => {
    let runtime: { port: number; logged(): string; close(): Promise<void> };
    beforeAll(async () => {
      await form.publish('north', { v1: document, huge: largeDocument('huge', 40) });
      runtime = await (kind === 'node' ? startBundle('node', bucketVariables(place)) : startEdgeRuntime(place));
    });
    afterAll(() => runtime.close());

    const headersFor = (encoding: Encoding) => ({ Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding });

    test('eight callers of 40 MB at once need less memory than one copy for each', { tags: 'long' }, async () => {
      const client = rawClient(runtime.port);
      onTestFinished(() => client.close());
      const ask = async () => {
        const { status, headers, body } = await client.call({
          path: `${listPath}/huge`,
          headers: headersFor('identity'),
        });
        return [status, headers['content-length'] === String(body.length), body.subarray(0, 35).toString()];
      };
      const before = peakOf(kind);
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(new Set(answers.map(String))).toEqual(new Set(['200,true,{"success":true,"data":{"id":"huge"']));
      expect(peakOf(kind) - before).toBeLessThan(8 * 40);
    });

    test('a file that is replaced while it is sent breaks the connection off, and the log says why', async () => {
      const path = await fileOf('gzip', 'huge');
      const stored = (await place.store.read(path)) ?? new Uint8Array();
      onTestFinished(() => place.store.write([{ path, bytes: stored }]));
      const asked = request({ port: runtime.port, path: `${listPath}/huge`, headers: headersFor('gzip') }).end();
      const [response]: IncomingMessage[] = await once(asked, 'response');
      await place.store.write([{ path, bytes: stored.map((byte) => byte ^ 1) }]);
      let arrived = Buffer.alloc(0);
      const failure = await (async () => {
        for await (const chunk of response ?? []) arrived = Buffer.concat([arrived, chunk]);
      })().catch((error: NodeJS.ErrnoException) => error.code);
      expect([response?.statusCode, failure]).toEqual([200, 'ECONNRESET']);
      expect(arrived.equals(stored.subarray(0, arrived.length))).toBe(true);
      expect(runtime.logged()).toContain('is not the file that its pointer names');
    });
  });
});

/** The most memory that the runtime ever had, in megabytes. It is the only such child of this process. */
function peakOf(kind: 'workerd' | 'node'): number {
  const pattern = kind === 'node' ? 'belfry-node.mjs' : 'workerd';
  const pid = execFileSync('pgrep', ['-P', String(process.pid), '-f', pattern])
    .toString()
    .trim();
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
