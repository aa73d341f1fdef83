// Clients that are too slow, send nothing or disconnect during a download are disconnected and leave nothing behind.

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { listPath, type Served, served } from '../support/served.ts';
import { waitUntil } from '../support/wait-until.ts';

const serveOne = (options: Parameters<typeof served>[1] = {}) => served({ v1: { id: 'v1' } }, options);
const requestText = ({ key }: Served) =>
  `GET ${listPath}/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Retries, since on a busy machine even a good client may be too slow for these limits. */
async function expectStillServing({ server, bearer }: Served): Promise<void> {
  const ask = () => server.call({ path: `${listPath}/v1`, headers: bearer });
  await waitUntil('it serves', async () => (await ask()).status === 200);
}

const quick = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50, idleTimeout: 1000 };

test('headers that arrive too slowly are refused with 408', async () => {
  const context = await serveOne({ limits: quick });
  const socket = await context.server.connect();
  let response = '';
  socket.on('data', (chunk) => (response += chunk)).on('error', () => {});
  socket.write(`GET ${listPath} HTTP/1.1\r\n`);
  const drip = setInterval(() => socket.write('X: x\r\n'), 20);
  await once(socket, 'close');
  clearInterval(drip);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  await expectStillServing(context);
});

test('a connection without a request is closed', async () => {
  const context = await serveOne({ limits: quick }); // after headersTimeout
  const socket = await context.server.connect();
  await once(socket.resume(), 'close');
  await expectStillServing(context);
});

test('connections beyond the limit are closed at once, and others are accepted when some have ended', async () => {
  const context = await serveOne({ limits: { maxConnections: 20 } });
  const open = await Promise.all(Array.from({ length: 20 }, () => context.server.connect()));
  const further = await context.server.connect();
  await once(further.on('error', () => {}).resume(), 'close');
  for (const socket of open) socket.destroy();
  await expectStillServing(context);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('2,000 aborted downloads leave no open files and less than 60 MB of memory', async () => {
  const big = { id: 'v1', text: 'lesson '.repeat(200_000) };
  const context = await served({ v1: big });
  const giveUp = async () => {
    const socket = await context.server.connect();
    socket.on('error', () => {});
    socket.write(requestText(context));
    await once(socket, 'readable');
    socket.destroy();
  };
  const giveUpMany = async (count: number) => {
    for (let done = 0; done < count; done += 50) await Promise.all(Array.from({ length: 50 }, giveUp));
  };
  const held = () => {
    collectGarbage(); // only reachable memory counts
    const { heapUsed, external } = process.memoryUsage();
    return { files: readdirSync('/proc/self/fd').length, memory: heapUsed + external };
  };
  const before = held();
  await giveUpMany(500);
  await waitUntil('the files of the first are closed', () => held().files - before.files < 5);
  const first = held();
  await giveUpMany(2000);
  await waitUntil('all files are closed', () => held().files - before.files < 5);
  await waitUntil('the memory is free', () => (held().memory - first.memory) / 1e6 < 60);
  await expectStillServing(context);
});
