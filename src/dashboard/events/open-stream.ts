// An answer that goes on after its call has returned: the one place that takes an answer out of fastify's hands. From then on nobody
// else hears of its errors, so they are heard here.

import type { FastifyReply } from 'fastify';

export type Stream = {
  /** What is sent after the end, or to somebody who is gone, is dropped. */
  send(text: string): void;
  end(): void;
};

/** Bytes that somebody who does not read may leave waiting; then the connection is cut. */
const maxWaiting = 1024 * 1024;

/** Milliseconds for what was sent before the end to be read. */
const patience = 5_000;

export function openStream(reply: FastifyReply, headers: Readonly<Record<string, string>>): Stream {
  const { raw } = reply;
  reply.hijack();
  // A connection that breaks: its end gives back what the request took.
  raw.on('error', () => {});
  const own = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  raw.writeHead(200, { ...Object.fromEntries(own), ...headers });
  return {
    send(text) {
      if (raw.writableEnded || raw.destroyed) return;
      if (raw.writableLength > maxWaiting) raw.destroy();
      else raw.write(text);
    },
    end() {
      if (raw.writableEnded) return;
      raw.end();
      setTimeout(() => raw.destroy(), patience).unref();
    },
  };
}
