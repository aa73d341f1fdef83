// An HTTP proxy in front of the real object gateway that refuses, swallows or delays requests and loses or truncates their
// answers, as networks and busy stores do. Signatures stay valid, since it passes on the headers unchanged.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The fault of a request. */
export type NetworkFault =
  | 'none'
  /** Answered 503 SlowDown, and not passed on. */
  | 'slow down'
  /** Neither answered nor passed on. */
  | 'hangs'
  /** Executed, and the connection closed instead of an answer. */
  | 'answer lost'
  /** Executed, and never answered. */
  | 'answer hangs'
  /** Executed; half of the body is sent, and the connection closed. */
  | 'breaks off'
  /** Executed; half of the body is sent, and the connection stays open. */
  | 'stalls'
  /** Delayed until the promise is fulfilled, and then passed on. */
  | Promise<void>;

export type FaultyProxy = {
  endpoint: string;
  /** The requests, as `GET <path without bucket and prefix>`, in order. */
  seen: string[];
  /** The time of each, in milliseconds. */
  times: number[];
};

/**
 * @param chooseFault called for each request; `path` is without its query
 * @param whenDone for concurrent tests, that of the test's context
 */
export async function faultyNetworkProxy(
  endpoint: string,
  chooseFault: (method: string, path: string) => NetworkFault,
  whenDone: (end: () => void) => void = onTestFinished,
): Promise<FaultyProxy> {
  const target = new URL(endpoint);
  const seen: string[] = [];
  const times: number[] = [];

  async function pass(asked: IncomingMessage, body: Buffer) {
    const { method, url: path, rawHeaders } = asked;
    const sent = request({ host: target.hostname, port: target.port, method, path, headers: rawHeaders });
    sent.end(body);
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    if (answer === undefined) throw new Error('there is no response without a message');
    return { answer, bytes: await buffer(answer) };
  }

  async function handle(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '' } = asked;
    const path = url.replace(/\?.*/, '').replace(/^\/[^/]+\/?([^/]+\/?)?/, '');
    seen.push(`${method} ${path}`);
    times.push(performance.now());
    const fault = chooseFault(method, path);
    const body = await buffer(asked);
    if (fault === 'hangs') return;
    if (fault === 'slow down') {
      const text =
        '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';
      reply.writeHead(503, { 'Content-Type': 'application/xml', 'Content-Length': text.length }).end(text);
      return;
    }
    if (fault instanceof Promise) await fault;
    const { answer, bytes } = await pass(asked, body);
    if (fault === 'answer hangs') return;
    if (fault === 'answer lost') {
      reply.destroy();
      return;
    }
    reply.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    if (fault !== 'breaks off' && fault !== 'stalls') {
      reply.end(bytes);
      return;
    }
    reply.write(bytes.subarray(0, bytes.length >> 1));
    if (fault === 'stalls') return;
    await sleep(20); // the written part must be sent first
    reply.destroy();
  }

  const server = createServer((asked, reply) => {
    reply.on('error', () => {});
    handle(asked, reply).catch(() => reply.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenDone(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  return { endpoint: `http://127.0.0.1:${port}`, seen, times };
}
