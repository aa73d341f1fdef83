// GET /control/v1/events: server-sent events (WHATWG HTML, section 9.2), until the listener leaves or its token ends.

import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { refusalIn, refuseCall } from '../answers/refuse-call.ts';
import { admitCaller, callerOf, takerOf } from '../api/admit-caller.ts';
import type { Declared } from '../api/call.ts';
import { describeCall } from '../api/describe-call.ts';
import { identify } from '../api/guard.ts';
import { controlRoot } from '../api/register-call.ts';
import type { Context } from '../context.ts';
import { takeForRequest } from '../limits/take-for-request.ts';
import type { EventHub } from './create-event-hub.ts';
import { openStream } from './open-stream.ts';

const declared: Omit<Declared, 'carryOut'> = {
  call: 'GET /events',
  operationId: 'listenToEvents',
  tag: 'Overview',
  summary: 'Listen to what happens, as server-sent events',
  description:
    'Events `published`, `withheld`, `recovered`, `access`, `key`, `days` and `failing`, each with `data` as JSON: `organisationId`, `at`, and ' +
    'what else is known. `Last-Event-ID` goes on after an event.',
  answers: {},
};

/** @throws what says nothing of the listener, such as a database that is away */
function isNoLongerSignedIn(error: unknown): false {
  if (refusalIn(error)?.problem !== 'not-signed-in') throw error;
  return false;
}

export function registerEvents(app: FastifyInstance, context: Context, hub: EventHub): void {
  const description = describeCall({ ...declared, carryOut: async () => ({ status: 200 }) });
  app.route({
    method: 'GET',
    url: `${controlRoot}/events`,
    exposeHeadRoute: false,
    schema: {
      ...description,
      response: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        ...Object(description.response),
      },
    },
    onRequest: admitCaller(context, declared),
    handler: async (request, reply) => {
      const admin = callerOf(request);
      const header = request.headers['last-event-id'];
      const lastId = typeof header === 'string' && header.length <= 100 ? header : null;
      const isValid = () => identify(request, context).then(() => true, isNoLongerSignedIn);
      takeForRequest(request, reply, () => {
        const giveBack = context.slots.listeners.take(takerOf(request));
        if (giveBack === null)
          throw refuseCall({ problem: 'unavailable', detail: 'Too many listen already.', retryAfter: 60 });
        const stream = openStream(reply, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        });
        const stop = hub.listen({ admin, isValid, ...stream }, lastId);
        if (stop === null) stream.end();
        return () => {
          stop?.();
          giveBack();
        };
      });
    },
  });
}
