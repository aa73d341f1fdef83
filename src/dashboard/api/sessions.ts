// Signing in and out with a browser. What is given, a token or a code that counts once, is answered with a cookie and with what the
// page has to send beside it. Whoever listens with a session that ends is told before the call returns.

import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { EventHub } from '../events/create-event-hub.ts';
import { sessionOf, setSessionCookie } from '../sign-in/session-cookie.ts';
import { awaitStrangersTurn } from './admit-caller.ts';
import { admit, assertSameOrigin } from './guard.ts';
import { actorOf } from './register-call.ts';

const secret = { type: 'string', minLength: 1, maxLength: 300 };

/** Bytes of a body of somebody whom nobody knows yet. */
const bodyLimit = 4096;

export function registerSessions(app: FastifyInstance, context: Context, events: Pick<EventHub, 'recheck'>): void {
  const { signIn } = context;
  app.route({
    method: 'POST',
    url: '/session',
    schema: {
      hide: true,
      body: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        properties: { token: secret, code: secret },
      },
    },
    bodyLimit,
    onRequest: async (request) => assertSameOrigin(request),
    preHandler: awaitStrangersTurn(context),
    handler: async (request, reply) => {
      const [token, code]: unknown[] = ['token', 'code'].map((name) => Reflect.get(Object(request.body), name));
      const proof = typeof token === 'string' ? { token } : { code: String(code) };
      const former = sessionOf(request);
      const opened = await signIn.open(proof, request.ip, former);
      if (opened.state !== 'opened') return admit(opened);
      if (former !== null) await events.recheck();
      const { id, name, role, organisationId } = opened.admin;
      setSessionCookie(reply, opened.cookie, opened.seconds);
      return { id, name, role, organisationId, session: opened.page };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/session',
    schema: { hide: true },
    bodyLimit,
    onRequest: async (request) => assertSameOrigin(request),
    handler: async (request, reply) => {
      const session = sessionOf(request);
      const identified = session === null ? null : await signIn.bySession(session);
      if (session !== null && identified?.state === 'known') {
        await signIn.close(session, actorOf({ ...identified.admin, by: 'cookie' }, request));
        await events.recheck();
      }
      setSessionCookie(reply, '', 0);
      return reply.code(204).send();
    },
  });
}
