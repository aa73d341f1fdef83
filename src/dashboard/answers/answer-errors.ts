// Answers whatever went wrong with a problem body, whoever found it: a route, a plug-in, or fastify itself.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { explainError } from './explain-error.ts';
import { catalogue, headersOf, problemBody, problemType, type Refusal } from './problem.ts';
import { refuse } from './refuse.ts';

export function answerErrors(app: FastifyInstance): void {
  const routes: { method: string; form: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const form = new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ method: String(each), form });
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // Before a body is read: whoever asks for what is not there is nobody yet.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const path = request.url.split('?')[0] ?? '';
    const allowed = routes.filter(({ form }) => form.test(path)).map(({ method }) => method);
    const refusal: Refusal =
      allowed.length === 0
        ? { problem: 'not-found', detail: 'There is no such path.' }
        : {
            problem: 'method-not-allowed',
            detail: `Allowed here: ${[...new Set(allowed)].join(', ')}.`,
            headers: { allow: [...new Set(allowed)].join(', ') },
          };
    throw refuse(refusal);
  });
}

/** For what fastify finds before there is a route: an address that cannot be read, say. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  void answerError(error, request, reply);
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = explainError(error);
  if (catalogue[refusal.problem].status >= 500)
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url ?? '?'} failed`);
  return answer(refusal, request, reply);
}

function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const body = problemBody(refusal, request.id);
  return reply.code(body.status).headers(headersOf(refusal)).type(problemType).send(JSON.stringify(body));
}
