// Makes a route of a declared call: its checks, who carries it out, what is answered, and its part of the description.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashState } from '../../control/hash-state.ts';
import type { Actor } from '../../control/operator.ts';
import { NotPublishedError } from '../../errors.ts';
import { storedOnly } from '../answers/explain-call-error.ts';
import { catalogue } from '../answers/problem.ts';
import { refuseCall, unreadableBody } from '../answers/refuse-call.ts';
import type { Caller, Context } from '../context.ts';
import { takeForRequest } from '../limits/take-for-request.ts';
import { admitCaller, awaitTurn, callerOf, takerOf } from './admit-caller.ts';
import type { Answer, Asked, Declared } from './call.ts';
import { describeCall } from './describe-call.ts';
import { hasAlready } from './preferences.ts';

/** The most bytes of a calendar, which is read between other requests. */
const largestCalendar = 4 * 1024 * 1024;

/** Where the control API begins. */
export const controlRoot = '/control/v1';

/** Aborts when nobody waits for the answer any more. */
function goneOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  takeForRequest(request, reply, () => () => gone.abort());
  return gone.signal;
}

/** Of what takes access away each call has a count of its own, so that whoever has used up its others may still do it. */
const urgentRate = { max: 600 };

export function registerCall(app: FastifyInstance, context: Context, declared: Declared): void {
  const [method = '', path = ''] = declared.call.split(' ');
  app.route({
    method,
    url: controlRoot + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    schema: describeCall(declared),
    onRequest: admitCaller(context, declared),
    preHandler: awaitTurn(context, declared),
    ...(declared.isUrgent ? { config: { rateLimit: urgentRate } } : {}),
    // A document is checked by who stores it.
    ...(declared.bodyIsDocument && !declared.isLarge ? { bodyLimit: largestCalendar } : {}),
    ...(declared.bodyIsDocument
      ? { validatorCompiler: bodyUnchecked(app) }
      : { preValidation: async (request: FastifyRequest) => requireBody(request, declared) }),
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const gone = goneOf(request, reply);
      const { body, fingerprint } = (await declared.readBody?.(request)) ?? { body: request.body, fingerprint: null };
      const asked: Asked = {
        request,
        context,
        caller,
        taker: takerOf(request),
        operator: { ...(declared.isUrgent ? context.urgent : context).tools, actor: actorOf(caller, request) },
        params: Object(request.params),
        query: Object(request.query),
        body,
        gone,
      };
      const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
      const answer =
        key === undefined
          ? await declared.carryOut(asked)
          : await carryOutOnce(String(key), asked, fingerprint, declared);
      return send(reply, request, answer);
    },
  });
}

/** A body without required fields may be left out. @throws a refusal when another is */
function requireBody(request: FastifyRequest, { body }: Declared): void {
  if (body === undefined || request.body !== undefined) return;
  if ('required' in body || 'minProperties' in body) throw refuseCall(unreadableBody('is empty, and JSON is expected'));
  request.body = {};
}

const bodyUnchecked = (app: FastifyInstance) => (route: Parameters<NonNullable<typeof app.validatorCompiler>>[0]) =>
  route.httpPart === 'body' ? () => true : (app.validatorCompiler?.(route) ?? (() => true));

export const actorOf = ({ name, id, by }: Caller, { ip }: FastifyRequest): Actor => ({
  by: name,
  via: by === 'cookie' ? 'page' : 'api',
  from: ip,
  adminId: id,
});

/** Where the answer has a state, its hash is the ETag. */
const headersOf = ({ headers, state }: Answer): Readonly<Record<string, string>> => ({
  ...headers,
  ...(state === undefined ? {} : { etag: hashState(state) }),
});

function send(reply: FastifyReply, request: FastifyRequest, answer: Answer) {
  const { status, body } = answer;
  const headers = headersOf(answer);
  reply.headers({ ...headers });
  if (headers['etag'] !== undefined && request.method === 'GET' && hasAlready(request, headers['etag']))
    return reply.code(304).send();
  reply.code(status);
  return body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

const hashOf = ({ request, body }: Asked, fingerprint: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, fingerprint ?? body ?? null]))
    .digest('hex');

/** No answer of a call has it. */
const storedOnlyStatus = catalogue.unavailable.status;

/** Carries out a request, unless the same caller sent it before with the same key: then the answer of then, without secrets. */
async function carryOutOnce(
  key: string,
  asked: Asked,
  fingerprint: string | null,
  { carryOut }: Declared,
): Promise<Answer> {
  const { caller, context } = asked;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw refuseCall({
      problem: 'bad-request',
      detail: 'Idempotency-Key has 1 to 255 printable characters without spaces.',
    });
  const known = await context.repeats.begin(caller.id, key, hashOf(asked, fingerprint));
  if (known.state === 'other')
    throw refuseCall({
      problem: 'invalid',
      detail: 'This Idempotency-Key was used for another request.',
      errors: [{ path: 'header.idempotency-key', message: 'was used for another request' }],
    });
  if (known.state === 'running')
    throw refuseCall({ problem: 'conflict', detail: 'The same request is being carried out.', retryAfter: 1 });
  if (known.state === 'answered' && known.status === storedOnlyStatus)
    throw refuseCall({ problem: 'unavailable', detail: storedOnly });
  if (known.state === 'answered')
    return {
      status: known.status,
      headers: { ...known.headers, 'idempotency-replayed': 'true' },
      ...(known.answer === null ? {} : { body: known.answer }),
    };
  const keep = (answered: Parameters<typeof context.repeats.end>[2]) =>
    context.repeats
      .end(caller.id, key, answered)
      .catch((error: unknown) =>
        asked.request.log.error({ err: error }, 'an answer is not kept for its Idempotency-Key'),
      );
  let answer: Answer;
  try {
    answer = await carryOut(asked);
  } catch (error) {
    // What is stored, and only not published, is not stored once more. Anything else may be tried again.
    await keep(error instanceof NotPublishedError ? { status: storedOnlyStatus, answer: null, headers: {} } : null);
    throw error;
  }
  // The answer may hold a key that is shown this once, so it is given even when it cannot be kept.
  const { status, body, kept } = answer;
  await keep({ status, answer: kept ?? body ?? null, headers: headersOf(answer) });
  return answer;
}
