// The part of OpenAPI 3.1 that describes one call. What every call can answer, problems above all, is added here.

import type { FastifySchema } from 'fastify';
import { catalogue } from '../answers/problem.ts';
import { component, type Declared, type Schema } from './call.ts';

type Described = FastifySchema & { [keyword: string]: unknown };

export function describeCall(declared: Declared): Described {
  const { call, operationId, tag, summary, description, query, body, consumes, answers, takes } = declared;
  const [method = '', path = ''] = call.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const headers = headersOf(method, takes);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(names.length === 0 ? {} : { params: paramsOf(names) }),
    querystring: { type: 'object', additionalProperties: false, properties: query ?? {} },
    ...(Object.keys(headers).length === 0 ? {} : { headers: { type: 'object', properties: headers } }),
    ...(body === undefined ? {} : { body }),
    ...(consumes === undefined ? {} : { consumes: [consumes] }),
    response: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, schema }]) => [
          status,
          schema === null
            ? { description, type: 'null' }
            : { description, content: { 'application/json': { schema } } },
        ]),
      ),
      ...Object.fromEntries(problemsOf(method, names, declared).map((status) => [status, problemAnswer(status)])),
    },
  };
}

const paramsOf = (names: readonly string[]): Schema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: meanings[name] ?? name }])),
});

const meanings: Record<string, string> = {
  id: 'The id of the organisation.',
  keyId: 'The id of the key.',
  linkId: 'The id of the link.',
  versionId: 'The id of the timetable version.',
  date: 'A day, such as 2026-11-23.',
  buildId: 'The id of the build or the rollback.',
};

function headersOf(method: string, takes: Declared['takes']): Record<string, Schema> {
  return {
    ...(method === 'POST'
      ? {
          'idempotency-key': {
            type: 'string',
            maxLength: 255,
            description:
              'The same for a request that is sent again: it has an effect once, and for a day the same answer, in which secrets are null.',
          },
        }
      : {}),
    ...(takes?.ifMatch
      ? {
          'if-match': {
            type: 'string',
            description: 'The ETag of what is changed: 412 when somebody was quicker. Without it the last one wins.',
          },
        }
      : {}),
    ...(takes?.wait
      ? {
          prefer: {
            type: 'string',
            description: '`wait=N`: seconds to wait for the result, 10 by default, 50 at most.',
          },
        }
      : {}),
  };
}

function problemsOf(method: string, names: readonly string[], { takes, body, consumes }: Declared): number[] {
  const hasBody = body !== undefined || consumes !== undefined;
  return [
    ...[400, 401, 403],
    ...(names.length > 0 ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(takes?.ifMatch ? [412] : []),
    ...(hasBody ? [413, 415] : []),
    ...(method === 'GET' ? [] : [422]),
    ...[429, 500, 503],
  ];
}

/** The catalogue has one title for each status but 403. */
const problemAnswer = (status: number) => ({
  description: Object.values(catalogue).find((known) => known.status === status)?.title ?? 'A problem',
  content: { 'application/problem+json': { schema: component('Problem') } },
});
