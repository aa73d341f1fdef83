// The OpenAPI 3.1 description of the API: every path of both families, with its parameters, headers, statuses and
// bodies. Bodies come from schemas/ and examples are passed in; the rest is written here.

import { collectComponents, type Json, type JsonObject } from './collect-components.ts';

/** Example bodies, by name. */
export type OpenapiExamples = {
  list: Record<string, Json>;
  timetable: Record<string, Json>;
  refusals: Record<'401' | '402' | '404' | '405' | '500', Record<string, Json>>;
};

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const text = (description: string, more: JsonObject = {}) => ({ description, schema: { type: 'string', ...more } });

export function buildOpenapi(schemas: ReadonlyMap<string, JsonObject>, examples: OpenapiExamples): JsonObject {
  const families = [
    { root: '/api/v1', tag: 'Timetables', prefix: '' },
    { root: '/api/partner/v1', tag: 'Partner paths', prefix: 'partner' },
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timetable Read API',
      version: '1',
      description:
        'The timetables of one organisation, read only. A key names the organisation; data of others is never ' +
        'returned. A timetable exists in one or more versions; to find the one in use on a date, choose the entry with ' +
        'status `published` whose window effectiveFrom..effectiveTo covers it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this description comes from' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Timetables', description: 'The versions of the organisation, and each of them in full.' },
      { name: 'Partner paths', description: 'The same reads for ERP partners, with the same behaviour.' },
    ],
    paths: Object.fromEntries(
      families.flatMap(({ root, tag, prefix }) => [
        [`${root}/timetables`, listPath(tag, prefix)],
        [`${root}/timetables/{id}`, getPath(tag, prefix)],
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <API_KEY>`.' },
      },
      parameters,
      headers,
      responses: responses(examples),
      schemas: collectComponents(schemas),
    },
  };
}

const operationId = (prefix: string, name: string) =>
  prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The operations of one path. @param good the component of the 200. @param refused the statuses of refusals */
function operations(tag: string, prefix: string, name: string, summary: string, good: string, refused: string[]) {
  const errors = Object.fromEntries(refused.map((status) => [status, reference('responses', `Refused${status}`)]));
  const malformed = Object.fromEntries(
    ['400', '408', '431'].map((status) => [status, reference('responses', `Refused${status}`)]),
  );
  const read = {
    tags: [tag],
    parameters: [reference('parameters', 'IfNoneMatch'), reference('parameters', 'AcceptEncoding')],
  };
  const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    get: {
      ...read,
      operationId: operationId(prefix, name),
      summary,
      responses: { 200: reference('responses', good), 304: reference('responses', 'NotModified'), ...errors },
    },
    head: {
      ...read,
      operationId: operationId(prefix, `head${capital}`),
      summary: `${summary}: headers only`,
      description: 'Answers like GET, with the same statuses and headers and no body.',
      responses: { 200: reference('responses', 'HeadersOnly'), 304: reference('responses', 'NotModified'), ...errors },
    },
    options: {
      tags: [tag],
      operationId: operationId(prefix, `options${capital}`),
      summary: 'List the allowed methods',
      description: 'Needs no key, so that browsers can ask before a cross-origin request.',
      security: [],
      responses: { 204: reference('responses', 'Allowed'), ...malformed },
    },
  };
}

const always = ['400', '401', '402', '405', '408', '431', '500'];

const listPath = (tag: string, prefix: string): JsonObject =>
  operations(tag, prefix, 'listTimetables', 'List all timetable versions, newest first', 'TimetableList', always);

const getPath = (tag: string, prefix: string): JsonObject => ({
  parameters: [reference('parameters', 'VersionId')],
  ...operations(tag, prefix, 'getTimetable', 'Get one timetable version in full', 'Timetable', [...always, '404']),
});

const parameters: JsonObject = {
  VersionId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'A version id from List Timetables.',
    schema: reference('schemas', 'Id'),
    example: 'upper-2026-v1',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: 304 when nothing has changed since.',
    schema: { type: 'string' },
  },
  AcceptEncoding: {
    name: 'Accept-Encoding',
    in: 'header',
    description: 'br, gzip or identity.',
    schema: { type: 'string' },
  },
};

const headers: JsonObject = {
  ETag: text('Changes when the data changes, not with the timestamp.', { examples: ['W/"0123456789abcdef"'] }),
  CacheControl: text('private, no-cache: revalidate before reuse. no-store for refusals.'),
  Vary: text('Authorization, Accept-Encoding; Origin as well where cross-origin requests are allowed.'),
  ContentEncoding: text('How the body is compressed.', { enum: ['br', 'gzip'] }),
  WwwAuthenticate: text('RFC 6750.', { examples: ['Bearer realm="belfry"'] }),
  RequestId: text('Identifies the failure in the log of the server.'),
  Allow: text('The methods that are allowed.', { const: 'GET, HEAD, OPTIONS' }),
};

const header = (name: string) => reference('headers', name);
const cached = { ETag: header('ETag'), 'Cache-Control': header('CacheControl'), Vary: header('Vary') };
const refusedHeaders = { 'Cache-Control': header('CacheControl') };

function responses({ list, timetable, refusals }: OpenapiExamples): JsonObject {
  const body = (schema: string, examples: Record<string, Json> = {}) => ({
    'application/json': {
      schema: reference('schemas', schema),
      ...(Object.keys(examples).length > 0 && {
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      }),
    },
  });
  const encoded = { ...cached, 'Content-Encoding': header('ContentEncoding') };
  const refused = (description: string, examples: Record<string, Json> = {}, more: JsonObject = {}) => ({
    description,
    headers: { ...refusedHeaders, ...more },
    content: body('ErrorResponse', examples),
  });
  return {
    TimetableList: { description: 'All versions.', headers: encoded, content: body('ListTimetablesResponse', list) },
    Timetable: { description: 'The timetable.', headers: encoded, content: body('GetTimetableResponse', timetable) },
    HeadersOnly: { description: 'The headers of the GET.', headers: encoded },
    NotModified: { description: 'Nothing has changed since the answer with that ETag.', headers: cached },
    Allowed: { description: 'The methods that are allowed.', headers: { Allow: header('Allow') } },
    Refused400: {
      description: 'The request is not valid HTTP.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused401: refused('A problem with the key; the message says which.', refusals['401'], {
      'WWW-Authenticate': header('WwwAuthenticate'),
    }),
    Refused402: {
      description:
        'Access has ended for the organisation, whatever the key. Here `error` is a string. The same key works again once access is restored.',
      headers: refusedHeaders,
      content: body('AccessEndedResponse', refusals['402']),
    },
    Refused404: refused("No such version, or another organisation's.", refusals['404']),
    Refused405: refused('The method is not GET, HEAD or OPTIONS.', refusals['405'], {
      Allow: header('Allow'),
    }),
    Refused408: {
      description: 'The request took too long to arrive.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused431: {
      description: 'The request headers are too large.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused500: refused('Something went wrong on our side.', refusals['500'], { 'X-Request-Id': header('RequestId') }),
  };
}
