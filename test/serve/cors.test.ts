import { expect, test } from 'vitest';
import { corsHeaders, parseCorsOrigins } from '../../src/serve/http/cors.ts';
import { listPath, served } from '../support/served.ts';

const page = 'https://school.example';
const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-/i.test(name)));

test.each([
  [undefined, []],
  ['', []],
  [' * ', '*'],
  [page, [page]],
  [` ${page} ,, https://other.example`, [page, 'https://other.example']],
])('CORS_ORIGIN %j means %j', (setting, origins) => {
  expect(parseCorsOrigins(setting)).toEqual(origins);
});

test.each([
  ['no origin is configured', [], page, undefined],
  ['every origin is allowed', '*' as const, page, '*'],
  ['its origin is in the list', ['https://other.example', page], page, page],
  ['its origin is not in the list', [page], 'https://evil.example', undefined],
  ['its origin merely begins like one in the list', [page], `${page}.evil.example`, undefined],
  ['it sends no origin and there is a list', [page], undefined, undefined],
])('when %s, a page may read %4$s', (_, allowed, origin, granted) => {
  expect(corsHeaders(allowed, origin, 'GET')?.['Access-Control-Allow-Origin']).toBe(granted);
});

test('OPTIONS under /api is a 204 without a key', async () => {
  const { server } = await served({});
  for (const path of [listPath, `${listPath}/v1`, '/api/nothing']) {
    const { status, headers, body } = await server.call({ method: 'OPTIONS', path });
    expect([status, headers.allow, body.length]).toEqual([204, 'GET, HEAD, OPTIONS', 0]);
    expect(corsOf(headers)).toEqual({});
  }
});

test('without CORS_ORIGIN no answer has a cross-origin header', async () => {
  const { server, bearer } = await served({});
  for (const headers of [{ Origin: page }, { ...bearer, Origin: page }]) {
    expect(corsOf((await server.call({ path: listPath, headers })).headers)).toEqual({});
  }
});

test('a preflight from a listed origin may send the key and the entity tag', async () => {
  const { server } = await served({}, { corsOrigins: [page] });
  const headers = {
    Origin: page,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization',
  };
  const reply = await server.call({ method: 'OPTIONS', path: listPath, headers });
  expect(reply.status).toBe(204);
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match',
    'access-control-max-age': '86400',
  });
});

test('a listed origin can read a refusal too, and the ETag and request id', async () => {
  const { server, bearer } = await served({}, { corsOrigins: [page] });
  for (const [headers, status] of [
    [{}, 401],
    [bearer, 200],
    [{ ...bearer, 'If-None-Match': '*' }, 304],
  ] as const) {
    const reply = await server.call({ path: listPath, headers: { ...headers, Origin: page } });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-expose-headers': 'ETag, X-Request-Id',
    });
  }
});

test('with a list of origins every answer has Vary: Origin, even to another origin', async () => {
  const { server, bearer } = await served({}, { corsOrigins: [page] });
  for (const Origin of [page, 'https://evil.example']) {
    const { headers } = await server.call({ path: listPath, headers: { ...bearer, Origin } });
    expect(headers.vary).toBe('Origin, Authorization, Accept-Encoding');
  }
});
