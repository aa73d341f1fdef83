// A call may be refused before all of its body has arrived. If its connection were closed then, the caller's system would be told
// that nobody reads what it sends, and many clients report a broken connection in place of the answer. So what is still on its way
// is read and dropped for a while, as nginx does (lingering_close).

import type { FastifyInstance } from 'fastify';
import { largestBody } from '../api/admit-caller.ts';

/** Milliseconds in all and without a byte, and bytes; whoever takes longer or sends more is cut off. */
const [patience, idlePatience, mostDropped] = [10_000, 1_000, largestBody];

export const dropRestOfBody = (app: FastifyInstance) =>
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || reply.statusCode < 400) return;
    reply.removeHeader('connection');
    const { socket } = raw;
    const late = setTimeout(() => socket.destroy(), patience).unref();
    const idle = setTimeout(() => socket.destroy(), idlePatience).unref();
    let left = mostDropped;
    raw.on('data', (chunk: Buffer) => {
      idle.refresh();
      left -= chunk.length;
      if (left < 0) socket.destroy();
    });
    raw.once('end', () => {
      clearTimeout(late);
      clearTimeout(idle);
    });
    raw.resume();
  });
