// Timeouts, retries and aborts, against a real server that fails on command.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import type { ClientOptions } from '../../src/client/create-reader.ts';

const empty = '{"success":true,"data":{"orgId":"x","count":0,"timetables":[]},"timestamp":"2026-01-01T00:00:00.000Z"}';
type Step = (response: ServerResponse) => void;
const good: Step = (response) => response.end(empty);
const status =
  (code: number, headers = {}): Step =>
  (response) =>
    response.writeHead(code, headers).end('{"success":false,"error":{"code":"X","message":"x"}}');
const hangUp: Step = (response) => response.socket?.destroy();
const halfABody: Step = (response) => {
  response.writeHead(200, { 'Content-Length': '500' }).write('{"success"');
  setTimeout(() => response.socket?.destroy(), 10);
};
const noAnswer: Step = () => {};

/** A client of a server that answers with the steps in turn, and repeats the last one. */
async function against(steps: Step[], options: Partial<ClientOptions> = {}) {
  let asked = 0;
  const waits: number[] = [];
  const server = createServer((_, response) => steps[Math.min(asked++, steps.length - 1)]?.(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  const backoff = (attempt: number) => {
    waits.push(attempt);
    return 1;
  };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'k', retries: 2, backoff, ...options });
  return { client, asked: () => asked, waits };
}

test.each([
  ['a 500', status(500)],
  ['a 503', status(503)],
  ['a 429', status(429)],
  ['a connection that breaks', hangUp],
  ['half a body', halfABody],
] as const)('%s is tried again', async (_, step) => {
  const { client, asked, waits } = await against([step, step, good]);
  expect((await client.list()).count).toBe(0);
  expect(asked()).toBe(3);
  expect(waits).toEqual([1, 2]);
});

test.each([401, 402, 404, 400])('a %i is final', async (code) => {
  const { client, asked } = await against([status(code)]);
  await expect(client.list()).rejects.toMatchObject({ status: code });
  expect(asked()).toBe(1);
});

test('after the last attempt the error is thrown, with the request id', async () => {
  const { client, asked } = await against([status(500, { 'X-Request-Id': 'r1' })], { retries: 1 });
  await expect(client.list()).rejects.toMatchObject({ status: 500, code: 'X', requestId: 'r1' });
  expect(asked()).toBe(2);
});

test('the wait before a retry is at least Retry-After', async () => {
  const { client } = await against([status(503, { 'Retry-After': '1' }), good]);
  const before = performance.now();
  await client.list();
  expect(performance.now() - before).toBeGreaterThan(900);
});

test('an attempt that times out is repeated, and without retries is a timeout error', async () => {
  const { client, asked } = await against([noAnswer, good], { timeout: 500 });
  await client.list();
  expect(asked()).toBe(2);
  const silent = await against([noAnswer], { timeout: 50, retries: 0 });
  await expect(silent.client.list()).rejects.toMatchObject({ kind: 'timeout' });
});

test.each([
  ['before it', 0, noAnswer],
  ['while it waits for an answer', 30, noAnswer],
  ['while it waits to retry', 30, hangUp],
] as const)('a call that is aborted %s fails with the abort reason', async (_, after, step) => {
  const { client } = await against([step], { backoff: () => 60_000 });
  const stop = new AbortController();
  const reason = new Error('no longer wanted');
  if (after === 0) stop.abort(reason);
  else setTimeout(() => stop.abort(reason), after);
  await expect(client.list({ signal: stop.signal })).rejects.toBe(reason);
});
