// Turns every error into a problem body: one of a route, of a plug-in, or of fastify itself.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wrongAddressPage } from '../../pages/docs/control-frame.ts';
import { pageHeaders } from '../page-files.ts';
import { explainCallError } from './explain-call-error.ts';
import { type CallRefusal, catalogue, headersOf, problemBody, problemType } from './problem.ts';
import { refuseCall } from './refuse-call.ts';

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
    const refusal: CallRefusal =
      allowed.length === 0
        ? { problem: 'not-found', detail: 'There is no such path.' }
        : {
            problem: 'method-not-allowed',
            detail: `Allowed here: ${[...new Set(allowed)].join(', ')}.`,
            headers: { allow: [...new Set(allowed)].join(', ') },
          };
    throw refuseCall(refusal);
  });
}

/** For what fastify finds before there is a route: an address that cannot be read, say. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  void answerError(error, request, reply);
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = explainCallError(error);
  if (catalogue[refusal.problem].status >= 500)
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url ?? '?'} failed`);
  return answer(refusal, request, reply);
}

function answer(refusal: CallRefusal, request: FastifyRequest, reply: FastifyReply) {
  if (isWrongAddress(refusal, request))
    return reply.code(404).headers(pageHeaders).type('text/html; charset=utf-8').send(wrongAddressPage);
  const body = problemBody(refusal, request.id);
  return reply.code(body.status).headers(headersOf(refusal)).type(problemType).send(JSON.stringify(body));
}

/** Whether a person mistyped an address; nobody reads the API in a browser's address line. */
const isWrongAddress = ({ problem }: CallRefusal, { method, url, headers }: FastifyRequest): boolean =>
  problem === 'not-found' &&
  method === 'GET' &&
  !url.startsWith('/control/') &&
  /\btext\/html\b/.test(headers.accept ?? '');
