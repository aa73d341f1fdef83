// The server as it stands in production: a process of its own behind nginx or Caddy, with the configurations that are
// shipped. What a caller gets there is what the server gives, and no key ever gets what is another's.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileIds } from '../support/hostile-ids.ts';
import { type PublishedFolder, publishedFolder } from '../support/published-folder.ts';
import { type RawClient, type Reply, rawClient } from '../support/raw-client.ts';
import { type RunningProcess, startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { isInstalled, type ProxyKind, proxiedName, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';

const organisations = ['north', 'south'] as const;
type Organisation = (typeof organisations)[number];
const documentOf = (orgId: Organisation) => ({ id: 'v1', orgId, lessons: `lesson of ${orgId} `.repeat(20_000) });

let folder: string;
let form: PublishedFolder;
let keys: Record<Organisation, string>;
let server: RunningProcess;
let serverPort: number;
let direct: RawClient;
/** What the proxies are given as the server: it counts the connections that are made to it. */
let counter: Server;
let connections = 0;

async function startServer(port: number): Promise<void> {
  const variables = { BELFRY_OUT: folder, BELFRY_BUCKET: undefined, HOST: '127.0.0.1', ADMIN_PORT: '0' };
  server = startProcess(['scripts/serve.ts', '--behind-tls-proxy'], { ...variables, PORT: String(port) });
  const text = await server.printed('Ctrl-C ends it.');
  serverPort = Number(/Serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-proxied-'));
  form = publishedFolder(folder);
  keys = {
    north: await form.addOrganisation('north', { v1: documentOf('north') }),
    south: await form.addOrganisation('south', { v1: documentOf('south') }),
  };
  await startServer(0);
  direct = rawClient(serverPort);
  counter = createServer((near) => {
    connections += 1;
    const far = connect(serverPort, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await once(counter.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  counter.close();
  direct.close();
  server.child.kill('SIGTERM');
  await server.finished;
  rmSync(folder, { recursive: true });
});

/** Whom a proxy refuses itself, before the server hears of it, since it finds no path in such a target. */
const proxies: { kind: ProxyKind; refuses: (id: string) => boolean }[] = [
  { kind: 'nginx', refuses: (id) => /%00|%(?![0-9a-f]{2})/i.test(id) },
  { kind: 'caddy', refuses: (id) => /%(?![0-9a-f]{2})/i.test(id) },
];

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const withoutTime = (body: Buffer) => body.toString().replace(/"timestamp":"[^"]+"/, '');

/** What a caller may rely on of an answer, but for its body and its time. */
const essence = ({ status, headers }: Reply) => ({
  status,
  ...Object.fromEntries(
    [
      'content-type',
      'content-length',
      'content-encoding',
      'cache-control',
      'vary',
      'etag',
      'www-authenticate',
      'allow',
    ].map((name) => [name, headers[name]]),
  ),
});

const decoded = ({ headers, body }: Reply): string => {
  const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  return (decoders[headers['content-encoding'] ?? '']?.(body) ?? body).toString();
};

describe.each(proxies)('behind $kind', ({ kind, refuses }) => {
  describe.skipIf(!isInstalled(kind))(`${kind} (needs Debian's package of it)`, () => {
    let proxy: TlsProxy;
    let client: RawClient;
    const proxied = () => ({ servername: proxiedName, ca: proxy.ca });

    beforeAll(async () => {
      // It listens on a port, so it has no other kind of address.
      proxy = await startTlsProxy(kind, (counter.address() as AddressInfo).port);
      client = rawClient(proxy.port, proxied());
    });
    afterAll(async () => {
      client.close();
      await proxy.stop();
    });

    test.each(['br', 'gzip', 'identity', undefined])(
      'a body asked for as %s comes as the server gives it',
      async (encoding) => {
        for (const path of [listPath, `${listPath}/v1`, '/api/partner/v1/timetables/v1']) {
          const headers = { ...bearer(keys.north), ...(encoding === undefined ? {} : { 'Accept-Encoding': encoding }) };
          const [through, straight] = [await client.call({ path, headers }), await direct.call({ path, headers })];
          expect(essence(through)).toEqual(essence(straight));
          expect(through.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
          expect(withoutTime(Buffer.from(decoded(through)))).toBe(withoutTime(Buffer.from(decoded(straight))));
          expect(through.status).toBe(200);
        }
      },
    );

    test('ETags are passed on, a 304 has no body, HEAD has the headers of its GET', async () => {
      const path = `${listPath}/v1`;
      const headers = { ...bearer(keys.north), 'Accept-Encoding': 'br' };
      const { etag = '' } = (await client.call({ path, headers })).headers;
      expect(etag).toMatch(/^W\//);
      const again = await client.call({ path, headers: { ...headers, 'If-None-Match': etag } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      const [head, straight] = [
        await client.call({ path, headers, method: 'HEAD' }),
        await direct.call({ path, headers, method: 'HEAD' }),
      ];
      expect(essence(head)).toEqual(essence(straight));
      expect(head.body.length).toBe(0);
      expect((await client.call({ path, headers: { 'If-None-Match': etag } })).status).toBe(401);
    });

    test.each([
      ['no key', {}, 'GET', listPath, 401],
      ['a wrong key', bearer('wrong'), 'GET', listPath, 401],
      ['a wrong method', null, 'DELETE', listPath, 405],
      ['an unknown path', null, 'GET', '/api/v2/timetables', 404],
      ['an unknown version', null, 'GET', `${listPath}/none`, 404],
      ['a long key', bearer('x'.repeat(12_000)), 'GET', listPath, 401],
      ['a key that is too long', bearer('x'.repeat(20_000)), 'GET', listPath, null],
    ] as const)('%s is refused as the server refuses it', async (_, headers, method, path, status) => {
      const asked = { path, method, headers: { 'Accept-Encoding': 'gzip, br', ...(headers ?? bearer(keys.north)) } };
      const through = await client.call(asked);
      if (status === null) {
        // Too long for both: which of them says so is not the caller's concern, but the form of the answer is.
        expect([400, 431]).toContain(through.status);
        expect(JSON.parse(through.body.toString())).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
        return;
      }
      const straight = await direct.call(asked);
      expect(through.status).toBe(status);
      expect(essence(through)).toEqual(essence(straight));
      expect(withoutTime(through.body)).toBe(withoutTime(straight.body));
      expect(through.headers['cache-control']).toBe('no-store');
      if (status === 401) expect(through.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    });

    test('a locked organisation is a 402 with its flat body', async () => {
      await form.writeAccess('south', { access: 'locked', lockedBecause: 'plan_ended' });
      const { status, body } = await client.call({ path: listPath, headers: bearer(keys.south) });
      await form.writeAccess('south');
      expect([status, Object.keys(JSON.parse(body.toString()))]).toEqual([
        402,
        ['code', 'access', 'lockedBecause', 'error'],
      ]);
      expect((await client.call({ path: listPath, headers: bearer(keys.south) })).status).toBe(200);
    });

    test.each([...hostileIds, '%2e%2e', '%2E%2E%2Fv1', 'a%2fb', 'v1%3f'])('the id %s goes on as it is', async (id) => {
      const asked = { path: `${listPath}/${id}`, headers: bearer(keys.north) };
      const through = await client.call(asked);
      if (refuses(id)) {
        expect(through.status).toBe(400);
        return;
      }
      expect(JSON.parse(through.body.toString()).error.code).toBe('TIMETABLE_NOT_FOUND');
      expect(essence(through)).toEqual(essence(await direct.call(asked)));
    });

    test.each(['/../v1', '/./v1', '/v1/..', '//v1', '/v1/%2e%2e/v1'])(
      'the path %s is not tidied up on the way: 404 NOT_FOUND',
      async (end) => {
        const { status, body } = await client.call({ path: `${listPath}${end}`, headers: bearer(keys.north) });
        expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 'NOT_FOUND']);
      },
    );

    test('two Authorization headers are no choice between two keys', async () => {
      const lines = [keys.north, keys.south].map((key) => `Authorization: Bearer ${key}\r\n`).join('');
      const text = await client.exchange(
        `GET ${listPath} HTTP/1.1\r\nHost: ${proxiedName}\r\n${lines}Connection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 40[01] /);
    });

    test('two keys at once, on shared connections, never get one what is the other: 400 times', async () => {
      const clients = [rawClient(proxy.port, proxied()), client];
      const ask = async (number: number) => {
        const own = organisations[number % 2] ?? 'north';
        const path = number % 3 === 0 ? listPath : `${listPath}/v1`;
        const encoding = ['br', 'gzip', 'identity'][number % 5] ?? 'br';
        const headers = { ...bearer(keys[own]), 'Accept-Encoding': encoding };
        const reply = await clients[number % 4 === 0 ? 0 : 1]?.call({ path, headers });
        return [own, reply && JSON.parse(decoded(reply)).data?.orgId];
      };
      for (let start = 0; start < 400; start += 20) {
        const found = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(start + index)));
        for (const [own, given] of found) expect(given).toBe(own);
      }
      clients[0]?.close();
    });

    test('a revoked key and a locked organisation count for the very next request: 50 times', async () => {
      const status = async () => (await client.call({ path: listPath, headers: bearer(keys.south) })).status;
      for (let round = 0; round < 50; round++) {
        await form.writeKey(keys.south, 'south', { revoked: true });
        expect(await status()).toBe(401);
        await form.writeKey(keys.south, 'south');
        expect(await status()).toBe(200);
        await form.writeAccess('south', { access: 'suspended' });
        expect(await status()).toBe(402);
        await form.writeAccess('south');
      }
    });

    test('the connections to the server are kept', async () => {
      const before = connections;
      for (let round = 0; round < 50; round++) await client.call({ path: listPath, headers: bearer(keys.north) });
      expect(connections - before).toBeLessThan(5);
    });

    test('HTTP/2 is spoken, and answers the same', async () => {
      const session = connectHttp2(`https://127.0.0.1:${proxy.port}`, proxied());
      const stream = session.request({
        ':path': listPath,
        ':authority': proxiedName,
        authorization: `Bearer ${keys.north}`,
      });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      session.destroy();
      expect(JSON.parse(Buffer.concat(chunks).toString()).data.orgId).toBe('north');
    });

    test('a key that is sent in the clear gets nothing', async () => {
      const plain = rawClient(proxy.plainPort);
      const reply = await plain.call({ path: listPath, headers: { Host: proxiedName, ...bearer(keys.north) } });
      plain.close();
      expect(reply.status).toBeGreaterThanOrEqual(300);
      expect(reply.body.toString()).not.toContain('"success":true');
    });

    test('while the server is away the answer is a 502 of the usual form, and it heals by itself', async () => {
      const ask = () => client.call({ path: listPath, headers: bearer(keys.north) });
      server.child.kill('SIGTERM');
      await server.finished;
      const { status, headers, body } = await ask();
      expect([status, headers['cache-control']]).toEqual([502, 'no-store']);
      expect(JSON.parse(body.toString())).toMatchObject({ success: false, error: { code: 'INTERNAL_ERROR' } });
      await startServer(serverPort);
      expect((await ask()).status).toBe(200);
    });
  });
});
