// An upload holds memory and a place in a queue while it arrives, so one that makes no progress is cut off.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeForRequest } from './take-for-request.ts';

/** Milliseconds, and the fewest bytes that have to arrive within them: 64 kbit/s, as on the worst of lines. */
const [interval, fewest] = [5_000, 40_000];

export function requireProgress(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead;
    if (raw.complete) clearInterval(timer);
    else if (now - before < fewest) raw.socket.destroy();
    before = now;
  }, interval);
  timer.unref();
  takeForRequest(request, reply, () => () => clearInterval(timer));
}
