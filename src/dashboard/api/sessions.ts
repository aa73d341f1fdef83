// Signing in and out with a browser. What is given, a token or a code that counts once, is answered with a cookie.

import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sessionCookieOf, setSessionCookie } from '../session-cookie.ts';
import { admit, assertSameOrigin } from './guard.ts';
import { actorOf } from './register-call.ts';

const secret = { type: 'string', minLength: 1, maxLength: 300 };

export function registerSessions(app: FastifyInstance, { signIn }: Context): void {
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
    onRequest: async (request) => assertSameOrigin(request),
    handler: async (request, reply) => {
      const [token, code]: unknown[] = ['token', 'code'].map((name) => Reflect.get(Object(request.body), name));
      const proof = typeof token === 'string' ? { token } : { code: String(code) };
      const opened = await signIn.open(proof, request.ip);
      if (opened.state !== 'opened') return admit(opened);
      const { id, name, role, organisationId } = opened.admin;
      setSessionCookie(reply, opened.cookie, opened.seconds);
      return { id, name, role, organisationId };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/session',
    schema: { hide: true },
    onRequest: async (request) => assertSameOrigin(request),
    handler: async (request, reply) => {
      const cookie = sessionCookieOf(request);
      const identified = cookie === null ? null : await signIn.byCookie(cookie, request.ip);
      if (cookie !== null && identified?.state === 'known')
        await signIn.close(cookie, actorOf({ ...identified.admin, by: 'cookie' }, request));
      setSessionCookie(reply, '', 0);
      return reply.code(204).send();
    },
  });
}
