// The bucket client: signing, error reports and reuse of connections.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { BucketError, bucketClient, isTransient, serverTimeouts } from '../../../src/store/bucket/bucket-client.ts';

const credentials = { region: 'us-east-1', accessKeyId: 'known', secretAccessKey: 'secret' };

/** A client of a bucket whose requests this listener answers, and the number of its connections. */
async function clientOf(listener: RequestListener, more = {}) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  const client = bucketClient({ url: `http://127.0.0.1:${port}/bucket`, ...credentials, ...more }, serverTimeouts);
  return { client, connections: () => connections };
}

test('a session token is sent, and signed with the rest', async () => {
  const { client } = await clientOf((request, response) => response.end(JSON.stringify(request.headers)), {
    sessionToken: 'of an hour',
  });
  const { bytes } = await client({ method: 'GET', key: 'a', time: 'record' });
  const headers = JSON.parse(new TextDecoder().decode(bytes));
  expect(headers['x-amz-security-token']).toBe('of an hour');
  expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
});

test('a body is signed with its hash, so that a truncated or changed one is refused', async () => {
  const { client } = await clientOf((request, response) => response.end(JSON.stringify(request.headers)));
  const { bytes } = await client({ method: 'PUT', key: 'a', body: new TextEncoder().encode('abc'), time: 'record' });
  const headers = JSON.parse(new TextDecoder().decode(bytes));
  // From FIPS 180-2, appendix B.1.
  expect(headers['x-amz-content-sha256']).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-content-sha256/);
});

test('twenty requests in sequence use one connection, even after a 404', async () => {
  let asked = 0;
  const { client, connections } = await clientOf((_, response) => {
    asked += 1;
    response.writeHead(asked % 2 === 0 ? 404 : 200).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  for (let round = 0; round < 20; round++)
    await client({ method: 'GET', key: 'a', time: 'record' }).catch((error: unknown) =>
      expect(error).toMatchObject({ status: 404, code: 'NoSuchKey' }),
    );
  expect([asked, connections()]).toEqual([20, 1]);
});

test('a redirect, as to a bucket in another region, is an error and not followed', async () => {
  let asked = 0;
  const { client } = await clientOf((_, response) => {
    asked += 1;
    response.writeHead(301, { Location: '/elsewhere' }).end('<Error><Code>PermanentRedirect</Code></Error>');
  });
  await expect(client({ method: 'GET', key: 'a', time: 'record' })).rejects.toThrow(
    'the bucket answered 301 PermanentRedirect',
  );
  expect(asked).toBe(1);
});

test.each([
  [new TypeError('fetch failed'), true],
  [new BucketError(503, 'SlowDown', ''), true],
  [new BucketError(429, '', ''), true],
  [new BucketError(400, 'RequestTimeout', ''), true],
  [new BucketError(400, 'InvalidArgument', ''), false],
  [new BucketError(403, 'AccessDenied', ''), false],
  [new BucketError(404, 'NoSuchKey', ''), false],
  [new BucketError(501, 'NotImplemented', ''), false],
])('%s is transient: %s', (error, expected) => {
  expect(isTransient(error)).toBe(expected);
});

describe.skipIf(inject('bucket') === null)("a real gateway (needs Ceph's radosgw)", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function realClient(settings = {}) {
    const bucket = inject('bucket');
    if (bucket === null) throw new Error('asked above');
    const { endpoint, name, accessKeyId, secretAccessKey } = bucket;
    const connection = { url: `${endpoint}/${name}`, region: 'us-east-1', accessKeyId, secretAccessKey };
    return bucketClient({ ...connection, ...settings }, serverTimeouts);
  }

  test('a machine whose clock is an hour ahead signs by the clock of the bucket', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    const client = realClient();
    const body = new TextEncoder().encode('an hour ahead');
    const key = `skewed/${crypto.randomUUID()}`;
    await client({ method: 'PUT', key, body, time: 'record' });
    expect((await client({ method: 'GET', key, time: 'record' })).bytes).toEqual(body);
  });

  test('a wrong secret is reported as SignatureDoesNotMatch', async () => {
    const refused = realClient({ secretAccessKey: 'another' })({ method: 'GET', key: 'a', time: 'record' });
    await expect(refused).rejects.toThrow('the bucket answered 403 SignatureDoesNotMatch');
  });
});
