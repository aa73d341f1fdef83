// Gives back what a request has taken, once, as soon as it is answered or its connection is gone: the one place that may. Whoever
// is gone already takes nothing, since nothing would tell of its end a second time.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseCall } from '../answers/refuse-call.ts';

export type GiveBack = () => void;

type Exchange = { raw: IncomingMessage };
type Reply = { raw: ServerResponse };

/** What the requests of a connection hold. A request that waits behind another of its connection has no event of its own. */
const heldBy = new WeakMap<Socket, Set<GiveBack>>();

/**
 * @param take takes it and returns what gives it back; null when there is none to take. It must not wait
 * @returns gives it back earlier; null when there was none to take
 * @throws a refusal when nobody waits for an answer any more
 */
export function takeForRequest(
  { raw: request }: Exchange,
  { raw: response }: Reply,
  take: () => GiveBack | null,
): GiveBack | null {
  const { socket } = request;
  if (socket.destroyed || response.destroyed || response.writableEnded)
    throw refuseCall({ problem: 'bad-request', detail: 'The connection was closed before the answer.' });
  const release = take();
  if (release === null) return null;
  const held = heldOf(socket);
  const giveBack = () => {
    response.off('close', giveBack);
    if (held.delete(giveBack)) release();
  };
  held.add(giveBack);
  response.once('close', giveBack);
  return giveBack;
}

/** The same for what a connection takes, whatever requests it has. */
export function takeForConnection(socket: Socket, release: GiveBack): GiveBack {
  const held = heldOf(socket);
  const giveBack = () => {
    if (held.delete(giveBack)) release();
  };
  held.add(giveBack);
  if (socket.destroyed) giveBack();
  return giveBack;
}

function heldOf(socket: Socket): Set<GiveBack> {
  const known = heldBy.get(socket);
  if (known !== undefined) return known;
  const held = new Set<GiveBack>();
  heldBy.set(socket, held);
  socket.once('close', () => {
    for (const giveBack of [...held]) giveBack();
  });
  return held;
}
