// The hook before the body of a call is read: who is asking, whether they may, and what of the dashboard's they take. Nobody keeps
// others waiting: who asks much waits for its own turn, and what takes access away has a turn and connections of its own.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseCall } from '../answers/refuse-call.ts';
import type { Caller, Context } from '../context.ts';
import type { Taker } from '../limits/create-slots.ts';
import type { Turns } from '../limits/create-turns.ts';
import { networkOf } from '../limits/limit-failures.ts';
import { requireProgress } from '../limits/require-progress.ts';
import { type GiveBack, takeForRequest } from '../limits/take-for-request.ts';
import { sessionOf } from '../sign-in/session-cookie.ts';
import type { Declared } from './call.ts';
import { assertPermitted, identify } from './guard.ts';

/** The most bytes of a document, or of a school's files. */
export const largestBody = 64 * 1024 * 1024;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Who asks, once `admitCaller` has found out. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error(`nobody was identified for ${request.method} ${request.url}`);
  return caller;
}

/** Whose share a request takes: the organisation that it is about, or else the only one that its admin may see. */
export function takerOf(request: FastifyRequest): Taker {
  const { id: adminId, organisationId } = callerOf(request);
  const named: unknown = Reflect.get(Object(request.params), 'id');
  return { adminId, organisationId: typeof named === 'string' ? named : organisationId };
}

export const admitCaller =
  (context: Context, { call, isLarge, isUrgent }: Pick<Declared, 'call' | 'isLarge' | 'isUrgent'>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identifyInTurn(request, reply, context, isUrgent === true);
    callers.set(request, caller);
    context.connections.letIn(request, reply, caller);
    const id: unknown = Reflect.get(Object(request.params), 'id');
    assertPermitted(caller, call, call.includes('{id}') ? String(id) : null);
    if (!isLarge) return;
    // Documents that wait are in memory, so how many are read at a time is bounded before they are read.
    const announced = Math.min(Number(request.headers['content-length'] ?? largestBody), largestBody);
    const { uploads, uploadBytes } = context.slots;
    for (const giveBack of [
      takeForRequest(request, reply, () => uploads.take(takerOf(request))),
      takeForRequest(request, reply, () => uploadBytes.take(takerOf(request), announced)),
    ])
      if (giveBack === null)
        throw refuseCall({
          problem: 'unavailable',
          detail: 'Too many documents are waiting; come again.',
          retryAfter: 5,
        });
    requireProgress(request, reply);
  };

/** The hook before a call is carried out, when its body is there. What waits in a queue has a turn in that. */
export const awaitTurn =
  ({ turns }: Context, { isUrgent, isQueued }: Pick<Declared, 'isUrgent' | 'isQueued'>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isQueued) await takeTurn(request, reply, isUrgent ? turns.urgent : turns.calls, takerOf(request));
  };

/** The hook before a proof is looked up. */
export const awaitStrangersTurn =
  ({ turns }: Pick<Context, 'turns'>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    await takeTurn(request, reply, turns.strangers, strangerOf(request));
  };

/** Those whom nobody knows yet take turns by their addresses. */
const strangerOf = ({ ip }: FastifyRequest): Taker => ({ adminId: `at ${networkOf(ip)}`, organisationId: null });

/** Whoever was here before takes its own turn. */
async function identifyInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  isUrgent: boolean,
): Promise<Caller> {
  const { turns, knownCallers } = context;
  const { signIn } = isUrgent ? context.urgent : context;
  const credential = request.headers.authorization ?? sessionOf(request);
  // Refused without a look into the database.
  if (credential === null) return identify(request, { signIn });
  const known = knownCallers.find(credential);
  const taker = known ?? strangerOf(request);
  const ordinary = known === null ? turns.strangers : turns.calls;
  const giveBack = await takeTurn(request, reply, isUrgent ? turns.urgent : ordinary, taker);
  try {
    const caller = await identify(request, { signIn });
    knownCallers.remember(credential, { adminId: caller.id, organisationId: caller.organisationId });
    return caller;
  } finally {
    giveBack();
  }
}

/** @throws a refusal when too many of the same wait */
async function takeTurn(request: FastifyRequest, reply: FastifyReply, turns: Turns, taker: Taker): Promise<GiveBack> {
  let comes: Promise<void> | undefined;
  const giveBack = takeForRequest(request, reply, () => {
    const turn = turns.take(taker);
    comes = turn?.comes;
    return turn?.giveBack ?? null;
  });
  if (giveBack === null)
    throw refuseCall({ problem: 'too-many-requests', detail: 'Too many of your requests are waiting.', retryAfter: 1 });
  await comes;
  return giveBack;
}
