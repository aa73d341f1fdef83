// The server as in production: a process of its own behind nginx or Caddy with the shipped configurations. A caller gets what
// the server answers, and no key ever gets another's data.

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
import { publishedLinks, shown } from '../support/published-links.ts';
import { type RawClient, type Reply, rawClient } from '../support/raw-client.ts';
import { type RunningProcess, startProcess } from '../support/run-process.ts';
import { listPath } from '../support/served.ts';
import { isInstalled, type ProxyKind, proxiedName, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';

const organisations = ['north', 'south'] as const;
type Organisation = (typeof organisations)[number];
const documentOf = (orgId: Organisation) => ({ id: 'v1', orgId, lessons: `lesson of ${orgId} `.repeat(20_000) });

let folder: string;
let form: PublishedFolder;
let keys: Record<Organisation, string>;
let server: RunningProcess;
let serverPort: number;
let direct: RawClient;
/** The upstream of the proxies: forwards to the server, and counts connections. */
let counter: Server;
let connections = 0;

async function startServer(port: number): Promise<void> {
  const variables = { BELFRY_OUT: folder, BELFRY_BUCKET: undefined, HOST: '127.0.0.1', ADMIN_PORT: '0' };
  server = startProcess(['scripts/belfry.ts', 'serve', '--behind-tls-proxy'], { ...variables, PORT: String(port) });
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

/** Bytes for the proxy, and its answer; without bytes a valid request over plain HTTP. */
type Asked = { name: string; status: number; code: string; bytes?: string; inTheClear?: boolean };

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `Host: ${proxiedName}`, 'Connection: close', ...headers, '', ''].join('\r\n');
const inTheClear = { name: 'a key in the clear', status: 403, code: 'BAD_REQUEST', inTheClear: true };

/**
 * The requests that the proxy itself refuses, and the ids that it refuses in a format of its own: Go's HTTP server, on which
 * Caddy is based, refuses a `%` that is not an encoding, with an answer that Caddy cannot configure.
 */
const proxies: { kind: ProxyKind; refuses: (id: string) => boolean; own: readonly Asked[] }[] = [
  {
    kind: 'nginx',
    refuses: () => false,
    own: [
      { name: 'a path with no encoding', bytes: request('GET /%'), status: 400, code: 'BAD_REQUEST' },
      { name: 'a path above the root', bytes: request('GET /../x'), status: 400, code: 'BAD_REQUEST' },
      { name: 'an id with no encoding', bytes: request(`HEAD ${listPath}/%`), status: 404, code: '' },
      { name: 'another method for it', bytes: request(`PUT ${listPath}/%`), status: 400, code: 'BAD_REQUEST' },
      { name: 'no Host', bytes: `GET ${listPath}/v1 HTTP/1.1\r\n\r\n`, status: 400, code: 'BAD_REQUEST' },
      { name: 'no HTTP', bytes: 'nothing of the kind\r\n\r\n', status: 400, code: 'BAD_REQUEST' },
      { name: 'TRACE', bytes: request(`TRACE ${listPath}`), status: 405, code: 'METHOD_NOT_ALLOWED' },
      {
        name: 'a body that is too large',
        bytes: request(`POST ${listPath}`, 'Content-Length: 99999999'),
        status: 413,
        code: 'BAD_REQUEST',
      },
      {
        name: 'a path that is too long',
        bytes: request(`GET /${'x'.repeat(20_000)}`),
        status: 414,
        code: 'BAD_REQUEST',
      },
      {
        name: 'a header that is too long',
        bytes: request('GET /', `X: ${'x'.repeat(20_000)}`),
        status: 431,
        code: 'BAD_REQUEST',
      },
      {
        name: 'a transfer coding of its own',
        bytes: request(`POST ${listPath}`, 'Transfer-Encoding: own'),
        status: 501,
        code: 'INTERNAL_ERROR',
      },
      inTheClear,
    ],
  },
  { kind: 'caddy', refuses: (id) => /%(?![0-9a-f]{2})/i.test(id), own: [inTheClear] },
];

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const withoutTime = (body: Buffer) => body.toString().replace(/"timestamp":"[^"]+"/, '');

/** A refusal in the common format, with the current time in UTC. */
function expectRefusal(body: string, code: string): void {
  const refusal = JSON.parse(body);
  expect(refusal).toEqual({
    success: false,
    error: { code, message: expect.stringMatching(/^[A-Z]/) },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  // The proxy's time zone differs by hours and half an hour.
  expect(Math.abs(Date.parse(refusal.timestamp) - Date.now())).toBeLessThan(20 * 60_000);
}

/** The status and the headers that a caller may rely on. */
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

describe.each(proxies)('behind $kind', ({ kind, refuses, own }) => {
  describe.skipIf(!isInstalled(kind))(`${kind} (needs Debian's package of it)`, () => {
    let proxy: TlsProxy;
    let client: RawClient;
    const proxied = () => ({ servername: proxiedName, ca: proxy.ca });

    beforeAll(async () => {
      // It listens on a port, so the address is not a string.
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

    test('ETags are passed on, a 304 has no body, and HEAD has the headers of GET', async () => {
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
        // Too long for both: either may refuse it, in the common format.
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

    test("another Host gets the server's answer over TLS, and a 403 over plain HTTP", async () => {
      const asked = { path: listPath, headers: { Host: 'other.example' } };
      const through = await client.call(asked);
      expect(essence(through)).toEqual(essence(await direct.call(asked)));
      expectRefusal(through.body.toString(), 'INVALID_API_KEY');
      const plain = rawClient(proxy.plainPort);
      const inTheClear = await plain.call({
        path: listPath,
        headers: { Host: 'other.example', ...bearer(keys.north) },
      });
      plain.close();
      expect(inTheClear.status).toBe(403);
      expectRefusal(inTheClear.body.toString(), 'BAD_REQUEST');
    });

    test('a locked organisation is a 402 with its flat body', async () => {
      await form.writeAccess('south', { state: 'locked', lockedBecause: 'plan_ended' });
      const { status, body } = await client.call({ path: listPath, headers: bearer(keys.south) });
      await form.writeAccess('south');
      expect([status, Object.keys(JSON.parse(body.toString()))]).toEqual([
        402,
        ['code', 'access', 'lockedBecause', 'error'],
      ]);
      expect((await client.call({ path: listPath, headers: bearer(keys.south) })).status).toBe(200);
    });

    test.each([...hostileIds, '%2e%2e', '%2E%2E%2Fv1', 'a%2fb', 'v1%3f'])(
      'the id %s is passed on unchanged',
      async (id) => {
        const asked = { path: `${listPath}/${id}`, headers: bearer(keys.north) };
        const through = await client.call(asked);
        if (refuses(id)) {
          expect(through.status).toBe(400);
          return;
        }
        expect(JSON.parse(through.body.toString()).error.code).toBe('TIMETABLE_NOT_FOUND');
        expect(essence(through)).toEqual(essence(await direct.call(asked)));
      },
    );

    test.each(['/../v1', '/./v1', '/v1/..', '//v1', '/v1/%2e%2e/v1'])(
      'the path %s is not tidied up on the way: 404 NOT_FOUND',
      async (end) => {
        const { status, body } = await client.call({ path: `${listPath}${end}`, headers: bearer(keys.north) });
        expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 'NOT_FOUND']);
      },
    );

    test('two Authorization headers are refused', async () => {
      const lines = [keys.north, keys.south].map((key) => `Authorization: Bearer ${key}\r\n`).join('');
      const text = await client.exchange(
        `GET ${listPath} HTTP/1.1\r\nHost: ${proxiedName}\r\n${lines}Connection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 40[01] /);
    });

    test("of two keys on shared connections, neither ever gets the other's answer: 400 times", async () => {
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

    test('a revoked key and a suspended organisation are refused at the next request: 50 times', async () => {
      const status = async () => (await client.call({ path: listPath, headers: bearer(keys.south) })).status;
      for (let round = 0; round < 50; round++) {
        await form.writeKey(keys.south, 'south', { revoked: true });
        expect(await status()).toBe(401);
        await form.writeKey(keys.south, 'south');
        expect(await status()).toBe(200);
        await form.writeAccess('south', { state: 'suspended' });
        expect(await status()).toBe(402);
        await form.writeAccess('south');
      }
    });

    test('the proxy reuses its connections to the server', async () => {
      const before = connections;
      for (let round = 0; round < 50; round++) await client.call({ path: listPath, headers: bearer(keys.north) });
      expect(connections - before).toBeLessThan(5);
    });

    test('a feed and the document of a link come as the server gives them', async () => {
      const token = await publishedLinks(form.store).add('north');
      for (const Encoding of ['gzip', 'identity', 'br']) {
        const headers = { 'Accept-Encoding': Encoding };
        const ofFeed = { path: `/ical/${token}.ics`, headers };
        const [through, straight] = [await client.call(ofFeed), await direct.call(ofFeed)];
        expect(essence(through)).toEqual(essence(straight));
        expect(through.headers['last-modified']).toBe(straight.headers['last-modified']);
        expect(through.headers).toMatchObject({
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
        });
        expect(decoded(through)).toBe(shown.feed);
        const since = { ...headers, 'If-Modified-Since': String(through.headers['last-modified']) };
        expect((await client.call({ ...ofFeed, headers: since })).status).toBe(304);
        const my = await client.call({ path: '/api/v1/my', headers: { ...headers, ...bearer(token) } });
        expect(JSON.parse(decoded(my)).data).toEqual(shown.my);
      }
      await publishedLinks(form.store).write(token, 'north', { revoked: true });
      const refused = await client.call({ path: `/ical/${token}.ics` });
      expect([refused.status, refused.headers['content-type']]).toEqual([404, 'text/calendar; charset=utf-8']);
    });

    test('an address with `webcal:` is asked for over plain HTTP first, and redirected', async () => {
      const plain = rawClient(proxy.plainPort);
      const { status, headers } = await plain.call({ path: '/ical/x.ics', headers: { Host: proxiedName } });
      plain.close();
      expect([status, headers.location]).toEqual([301, `https://${proxiedName}/ical/x.ics`]);
    });

    test('no log has the token of a link, be it served, refused, redirected, misspelt or not reached', async () => {
      const token = await publishedLinks(form.store).add('north');
      const path = `/ical/${token}.ics`;
      const plain = rawClient(proxy.plainPort);
      const askAll = async () => {
        const Referer = `https://${proxiedName}${path}`;
        for (const target of [path, `/ical/${token}`, `/ICAL/${token}.ics`, `/x/${token}`, `//ical/${token}.ics`])
          await client.call({ path: target, headers: { Referer, 'User-Agent': token } });
        await client.call({ path, method: 'POST' });
        await client.call({ path: listPath, headers: bearer(token) });
        await client.call({ path: '/api/v1/my', headers: bearer(token) });
        await client.exchange(request(`GET ${path}%`));
        await client.exchange(request(`GET https://${proxiedName}${path}`));
        await client.exchange(`GET ${path} HTTP/1.1\r\n\r\n`);
        for (const Host of [proxiedName, 'other.example']) await plain.call({ path, headers: { Host } });
      };
      await askAll();
      // Nobody is given this address. Where the server is down, nginx writes it into its error log.
      await client.call({ path: `/my?${token}` });
      server.child.kill('SIGTERM');
      await server.finished;
      expect((await client.call({ path })).status).toBe(502);
      await askAll();
      expect((await client.call({ path: listPath })).status).toBe(502);
      plain.close();
      await startServer(serverPort);
      await waitUntil('the log has the last request', async () => proxy.logged().includes('502'));
      expect(proxy.logged()).toContain('/ical/[link].ics');
      expect(proxy.logged()).toContain(listPath);
      // After the prefix and the handle, which are no secret.
      const secret = token.slice('belfry_link_'.length + 12);
      const lines = proxy.logged().split('\n');
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    });

    test('HTTP/2 gets the list', async () => {
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

    test.each(own)('$name is refused by the proxy: $status, in the common format', async (asked) => {
      const { bytes = request(`GET ${listPath}`, `Authorization: Bearer ${keys.north}`), status, code } = asked;
      const plain = rawClient(proxy.plainPort);
      const text = await (asked.inTheClear ? plain : client).exchange(bytes);
      plain.close();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
      expect(head).toMatch(/^cache-control: no-store\r?$/im);
      expect(/^allow: (.*)$/im.exec(head)?.[1]?.trim()).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : undefined);
      if (bytes.startsWith('HEAD')) expect(body).toBe('');
      else expectRefusal(body, code);
    });

    test('a page requested over plain HTTP is redirected to HTTPS', async () => {
      const plain = rawClient(proxy.plainPort);
      const { status, headers } = await plain.call({ path: '/docs?x', headers: { Host: proxiedName } });
      plain.close();
      expect([status, headers.location]).toEqual([308, `https://${proxiedName}/docs?x`]);
    });

    test('while the server is down the answer is a 502 in the common format, and requests succeed once it is back', async () => {
      const ask = () => client.call({ path: listPath, headers: bearer(keys.north) });
      server.child.kill('SIGTERM');
      await server.finished;
      const { status, headers, body } = await ask();
      expect([status, headers['cache-control']]).toEqual([502, 'no-store']);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expectRefusal(body.toString(), 'INTERNAL_ERROR');
      await startServer(serverPort);
      expect((await ask()).status).toBe(200);
    });
  });
});
