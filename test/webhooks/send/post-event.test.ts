// One attempt against receivers of every kind: what answers badly, never, or with too much costs one attempt and no more, and no name
// leads to an address that may not be reached.

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseNetworks } from '../../../src/webhooks/judge-address.ts';
import { postEvent, type Resolve } from '../../../src/webhooks/send/post-event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const here = parseNetworks(['127.0.0.1/32']) ?? [];
const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"webhook.test"}' };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // it listens on a port, not on a pipe
}

async function receiver(answer: RequestListener) {
  const server = createHttpServer(answer);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listen(server)}/in`;
}

/** Names mean these addresses, the next one at each question. */
const resolver = (...answers: string[][]): Resolve => {
  let asked = 0;
  return (_name, done) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    setImmediate(() =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  };
};

test('the message arrives as it is, by POST, and the answer is kept', async () => {
  let got: unknown;
  const url = await receiver((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got = [
        request.method,
        request.url,
        request.headers['webhook-id'],
        request.headers['content-type'],
        Buffer.concat(parts).toString(),
      ];
      response.writeHead(202, { 'retry-after': '7' }).end('thank you');
    });
  });
  const posted = await postEvent(url, message, { allowed: here });
  expect(got).toEqual(['POST', '/in', 'evt_1', 'application/json', message.body]);
  expect(posted).toMatchObject({ status: 202, retryAfter: '7', answer: 'thank you', error: null });
});

test('a redirect is not followed', async () => {
  let reached = false;
  const other = await receiver((_, response) => {
    reached = true;
    response.end();
  });
  const url = await receiver((_, response) => response.writeHead(302, { location: other }).end());
  expect(await postEvent(url, message, { allowed: here })).toMatchObject({ status: 302 });
  expect(reached).toBe(false);
});

test('of an answer without end its beginning is enough', async () => {
  let sent = 0;
  const url = await receiver((_, response) => {
    response.writeHead(200);
    const part = Buffer.alloc(64 * 1024, 'x');
    const go = () => {
      while (!response.destroyed && sent < 1e9 && response.write(part)) sent += part.length;
      if (!response.destroyed) response.once('drain', go);
    };
    go();
  });
  const posted = await postEvent(url, message, { allowed: here });
  expect(posted).toMatchObject({ status: 200, answer: 'x'.repeat(1000), error: null });
  expect(posted.milliseconds).toBeLessThan(5_000);
  expect(sent).toBeLessThan(50e6);
});

test('an answer that breaks off after its head counts by its status', async () => {
  const url = await receiver((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => request.destroy(), 50);
  });
  expect(await postEvent(url, message, { allowed: here })).toMatchObject({ status: 200, answer: 'half' });
});

test('who never answers is given 15 s, also one that trickles; who answers after 14 s has answered', async () => {
  const silent = await receiver(() => {});
  const trickling = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 500);
    socket.once('close', () => clearInterval(timer));
  });
  const late = await receiver((_, response) => void setTimeout(() => response.end('late'), 14_000));
  const answered = postEvent(late, message, { allowed: here });
  const addresses = [silent, `http://127.0.0.1:${await listen(trickling)}/`];
  for (const posted of await Promise.all(addresses.map((url) => postEvent(url, message, { allowed: here })))) {
    expect(posted).toMatchObject({ status: null, answer: null, error: 'it did not answer within 15 s' });
    expect(posted.milliseconds).toBeGreaterThanOrEqual(15_000);
    expect(posted.milliseconds).toBeLessThan(17_000);
  }
  expect(await answered).toMatchObject({ status: 200, answer: 'late' });
});

test('an answer that begins with too much is cut where a character ends', async () => {
  const url = await receiver((_, response) => void response.end(`${'x'.repeat(999)}\u{1f600}\0`));
  const { answer } = await postEvent(url, message, { allowed: here });
  expect(answer).toBe(`${'x'.repeat(999)}\u{fffd}`);
});

test('who wants to speak another protocol has not answered', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const posted = await postEvent(`http://127.0.0.1:${await listen(server)}/`, message, { allowed: here });
  expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/closed the connection/) });
});

test('it can be cut off', async () => {
  const url = await receiver(() => {});
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const posted = await postEvent(url, message, { allowed: here, signal: stop.signal });
  expect(posted.status).toBeNull();
  expect(posted.milliseconds).toBeLessThan(5_000);
});

test('nobody listens; what is no HTTP; a name that means nothing', async () => {
  const noise = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-x\r\n'));
  const port = await listen(noise);
  const closed = createTcpServer();
  const free = await listen(closed);
  closed.close();
  for (const [url, resolve] of [
    [`http://127.0.0.1:${port}/`, undefined],
    [`http://127.0.0.1:${free}/`, undefined],
    ['https://school.example/', resolver([])],
  ] as const) {
    const posted = await postEvent(url, message, { allowed: here, ...(resolve && { resolve }) });
    expect(posted).toMatchObject({ status: null, answer: null, error: expect.stringMatching(/\w/) });
  }
});

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...what, '-keyout', key, '-out', cert, '-subj', '/CN=school.example'], { stdio: 'ignore' });
  const answer = vi.fn<RequestListener>((_, response) => void response.end());
  const server = createHttpsServer({ key: await readFile(key), cert: await readFile(cert) }, answer);
  onTestFinished(() => server.closeAllConnections());
  const port = await listen(server);
  const posted = await postEvent(`https://school.example:${port}/`, message, {
    allowed: here,
    resolve: resolver(['127.0.0.1']),
  });
  expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/certificate/) });
  expect(answer).not.toHaveBeenCalled();
});

test.each([
  ['a name of this machine', [['127.0.0.1']]],
  ['of the network', [['10.0.0.8']]],
  ['of a cloud’s metadata', [['169.254.169.254']]],
  ['IPv4 in IPv6', [['::ffff:127.0.0.1']]],
  ['one good and one bad address', [['93.184.216.34', '127.0.0.1']]],
  ['another address at the second question', [['127.0.0.1'], ['93.184.216.34']]],
])('%s is not connected to', async (_, answers) => {
  const reached = vi.fn();
  const port = await listen(createTcpServer(reached));
  const posted = await postEvent(`https://rebound.example:${port}/`, message, {
    allowed: [],
    resolve: resolver(...answers),
  });
  expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/not public.*BELFRY_WEBHOOK_ALLOW/) });
  expect(JSON.stringify(posted)).not.toMatch(/127\.0|10\.0\.0|169\.254/);
  expect(reached).not.toHaveBeenCalled();
});

test('a name is asked for once, and the address that was judged is the one that is connected to', async () => {
  const url = new URL(await receiver((_, response) => void response.end()));
  url.hostname = 'rebound.example';
  const ask = vi.fn(resolver(['127.0.0.1'], ['93.184.216.34']));
  expect(await postEvent(url.href, message, { allowed: here, resolve: ask })).toMatchObject({ status: 200 });
  expect(ask).toHaveBeenCalledTimes(1);
});

test.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'https://2130706433/', 'https://[::ffff:7f00:1]/'])(
  '%s, which no resolver is asked for',
  async (url) => {
    const posted = await postEvent(url, message, { allowed: [] });
    expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/not public/) });
  },
);

test('http only in what the operator allows', async () => {
  const posted = await postEvent('http://school.example/', message, {
    allowed: here,
    resolve: resolver(['93.184.216.34']),
  });
  expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/http is allowed only/) });
});
