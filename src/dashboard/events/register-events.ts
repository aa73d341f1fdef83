// GET /control/v1/events: server-sent events (WHATWG HTML, section 9.2), until the listener leaves or its token ends.

import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Declared } from '../api/call.ts';
import { describeCall } from '../api/describe-call.ts';
import { identify } from '../api/guard.ts';
import { admitCaller, callerOf, controlRoot } from '../api/register-call.ts';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import type { EventHub } from './create-event-hub.ts';

/** Bytes that a listener who does not read may leave waiting; then it is cut off. */
const maxWaiting = 1024 * 1024;

const declared: Omit<Declared, 'carryOut'> = {
  call: 'GET /events',
  operationId: 'listenToEvents',
  tag: 'Overview',
  summary: 'Listen to what happens, as server-sent events',
  description:
    'Events `published`, `withheld`, `recovered`, `access`, `key` and `failing`, each with `data` as JSON: `organisationId`, `at`, and ' +
    'what else is known. `Last-Event-ID` goes on after an event.',
  answers: {},
};

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
      const { raw } = reply;
      const header = request.headers['last-event-id'];
      const lastId = typeof header === 'string' && header.length <= 100 ? header : null;
      const waiting: string[] = [];
      let isOpen = false;
      const send = (text: string) => {
        if (!isOpen) waiting.push(text);
        else if (raw.writableLength > maxWaiting) raw.destroy();
        else raw.write(text);
      };
      const isValid = () =>
        identify(request, context).then(
          () => true,
          () => false,
        );
      const stop = hub.listen({ admin, send, isValid, end: () => raw.end() }, lastId);
      if (stop === null) throw refuse({ problem: 'unavailable', detail: 'Too many listen already.', retryAfter: 60 });
      reply.hijack();
      raw.once('close', stop);
      raw.writeHead(200, {
        ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      isOpen = true;
      for (const text of waiting) raw.write(text);
    },
  });
}
