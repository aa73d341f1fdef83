// The dashboard's part of the shipped configurations of nginx and Caddy: events arrive at once, bodies are passed on while they
// arrive, and the dashboard learns who asks. A plain server stands in the dashboard's place, since it sees what the proxy sends.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { dashboardName, isInstalled, type ProxyKind, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';

const kinds: ProxyKind[] = ['nginx', 'caddy'];

describe.each(kinds)('behind %s', (kind) => {
  describe.skipIf(!isInstalled(kind))(`${kind} (needs Debian's package of it)`, () => {
    let dashboard: Server;
    let proxy: TlsProxy;
    let client: RawClient;
    /** What the server in the dashboard's place does with the next request. */
    let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};

    beforeAll(async () => {
      dashboard = createServer((request, response) => answer(request, response));
      await once(dashboard.listen(0, '127.0.0.1'), 'listening');
      // It listens on a port, so the address is not a string.
      proxy = await startTlsProxy(kind, 1, undefined, (dashboard.address() as AddressInfo).port);
      client = rawClient(proxy.port, { servername: dashboardName, ca: proxy.ca });
    });
    afterAll(async () => {
      client.close();
      await proxy.stop();
      dashboard.closeAllConnections();
      dashboard.close();
    });

    /** Sends the head of a request. @returns the connection, and the text that has arrived on it */
    async function begin(head: string): Promise<{ socket: Socket; received: () => string }> {
      const socket = await client.connect();
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.write(`${head}\r\nHost: ${dashboardName}:${proxy.port}\r\n\r\n`);
      return { socket, received: () => text };
    }

    test('each event arrives when it is sent, not when the stream ends, and uncompressed', async () => {
      let stream: ServerResponse | undefined;
      answer = (_, response) => {
        stream = response;
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
        response.write(': ready\n\n');
      };
      const { socket, received } = await begin('GET /control/v1/events HTTP/1.1\r\nAccept-Encoding: gzip, br');
      await waitUntil('the first line is here', () => received().includes(': ready'));
      for (let id = 1; id <= 3; id++) {
        stream?.write(`id: ${id}\nevent: key\ndata: {}\n\n`);
        await waitUntil(`event ${id} is here`, () => received().includes(`id: ${id}\n`));
      }
      expect(received()).not.toMatch(/content-encoding/i);
      const ended = once(stream ?? dashboard, 'close');
      socket.destroy();
      await ended; // a reader that leaves frees the dashboard's side
    });

    test('a body is passed on while it arrives, however large it says it is', async () => {
      let arrived = 0;
      answer = (request, response) => {
        request.on('data', (chunk: Buffer) => {
          arrived += chunk.length;
        });
        request.on('error', () => response.destroy());
      };
      const { socket } = await begin('PUT /control/v1/x HTTP/1.1\r\nContent-Length: 900000000');
      socket.write(Buffer.alloc(200_000, 'x'));
      await waitUntil('its beginning is here', () => arrived === 200_000);
      socket.destroy();
    });

    test('the dashboard is told who asks, whatever the caller says of that, and the whole name asked for', async () => {
      let seen: IncomingMessage['headers'] = {};
      answer = (request, response) => {
        seen = request.headers;
        response.end();
      };
      const host = `${dashboardName}:${proxy.port}`;
      const headers = {
        Host: host,
        'X-Forwarded-For': '203.0.113.7',
        'X-Forwarded-Proto': 'http',
        Origin: 'https://x',
      };
      await client.call({ path: '/', headers: { ...headers, Authorization: 'Bearer belfry_admin_x' } });
      expect(seen).toMatchObject({ host, origin: 'https://x', authorization: 'Bearer belfry_admin_x' });
      expect(seen['x-forwarded-for']).toBe('127.0.0.1');
      expect(seen['x-forwarded-proto']).toBe('https');
    });

    test('answers pass unchanged, those of errors and those for nobody to keep too', async () => {
      const body = '{"type":"urn:belfry:not-found","title":"x","status":404}';
      const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' };
      answer = (_, response) => void response.writeHead(404, { ...headers, 'Set-Cookie': '__Host-a=b' }).end(body);
      const reply = await client.call({ path: '/control/v1/none', headers: { 'Accept-Encoding': 'gzip' } });
      expect([reply.status, reply.body.toString()]).toEqual([404, body]);
      expect(reply.headers).toMatchObject({
        'content-type': headers['Content-Type'],
        'cache-control': 'no-store',
        'set-cookie': ['__Host-a=b'],
        'strict-transport-security': 'max-age=31536000',
      });
    });

    test('a token in the clear is refused, and the page is redirected to HTTPS', async () => {
      const plain = rawClient(proxy.plainPort);
      const call = (path: string) => plain.call({ path, headers: { Host: dashboardName } });
      expect((await call('/control/v1/me')).status).toBe(403);
      const page = await call('/');
      expect([page.status, page.headers.location]).toEqual([308, `https://${dashboardName}/`]);
      plain.close();
    });

    test('while the dashboard is down the answer is a problem that programs understand', async () => {
      answer = (request) => request.socket.destroy();
      const { status, headers, body } = await client.call({ path: '/control/v1/me' });
      expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(body.toString())).toMatchObject({ title: 'The dashboard does not answer', status: 503 });
    });
  });
});
