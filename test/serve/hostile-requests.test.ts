import { expect, test } from 'vitest';
import { hostileIds } from '../support/hostile-ids.ts';
import { listPath, type Served, served } from '../support/served.ts';

const document = { id: 'v1', name: 'Main school' };
const serveOne = (options: Parameters<typeof served>[1] = {}) => served({ v1: document }, options);

/** One request as text, a valid one with the additional header lines of `head`. */
const requestText = ({ key }: Served, head = '', line = `GET ${listPath}/v1 HTTP/1.1`) =>
  `${line}\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${head}\r\n`;
const statuses = (response: string) =>
  [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const closing = 'Connection: close\r\n';

async function expectStillServing({ server, bearer }: Served): Promise<void> {
  expect((await server.call({ path: `${listPath}/v1`, headers: bearer })).status).toBe(200);
}

test.each([...hostileIds, '%2e%2e'])('the id %s is 404 TIMETABLE_NOT_FOUND', async (id) => {
  const context = await serveOne();
  const { status, headers, body } = await context.server.call({ path: `${listPath}/${id}`, headers: context.bearer });
  expect(status).toBe(404);
  expect(JSON.parse(body.toString()).error).toEqual({ code: 'TIMETABLE_NOT_FOUND', message: 'Timetable not found' });
  expect(headers).not.toHaveProperty('x-injected');
});

test.each([65, 12_000])('an id of %i characters is a 404', async (length) => {
  const { server, bearer } = await serveOne();
  expect((await server.call({ path: `${listPath}/${'x'.repeat(length)}`, headers: bearer })).status).toBe(404);
});

test.each(['/../v1', '/./v1', '/v1/..', '//v1', '/v1/%2e%2e/v1', '/..'])(
  'the path %s is not normalised: 404 NOT_FOUND',
  async (end) => {
    const context = await serveOne();
    const response = await context.server.exchange(requestText(context, closing, `GET ${listPath}${end} HTTP/1.1`));
    expect(statuses(response)).toEqual([404]);
    expect(response).toContain('NOT_FOUND');
  },
);

test('a version whose id is a property of every object is served', async () => {
  const names = ['constructor', 'toString', '__proto__'];
  const documents = Object.fromEntries(names.map((name) => [name, { id: name }]));
  const { server, bearer } = await served(documents);
  for (const name of names) {
    const { body } = await server.call({ path: `${listPath}/${name}`, headers: bearer });
    expect(JSON.parse(body.toString()).data).toEqual({ id: name });
  }
});

test('a request with two Authorization headers is a 401, even if one or both are valid', async () => {
  const context = await serveOne();
  for (const second of ['Bearer wrong', `Bearer ${context.key}`, '', 'Basic dXNlcg==']) {
    const head = `Authorization: ${second}\r\n${closing}`;
    expect(statuses(await context.server.exchange(requestText(context, head)))).toEqual([401]);
  }
});

test('a second Authorization or Host header counts after any number of others', async () => {
  const context = await serveOne();
  const others = 'a:\r\n'.repeat(3000);
  const authorization = requestText(context, `${others}Authorization: Bearer wrong\r\n${closing}`);
  expect(statuses(await context.server.exchange(authorization))).toEqual([401]);
  expect(statuses(await context.server.exchange(requestText(context, `${others}Host: y\r\n${closing}`)))).toEqual([
    400,
  ]);
});

test.each([
  ['a header of 64 KB', (context: Served) => requestText(context, `X: ${'x'.repeat(65_536)}\r\n`), 431],
  [
    'a key of 64 KB',
    () => `GET ${listPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(65_536)}\r\n\r\n`,
    431,
  ],
  ['a target of 64 KB', (context: Served) => requestText(context, '', `GET /api/${'x'.repeat(65_536)} HTTP/1.1`), 431],
  ['garbage', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ['a lower-case method', (context: Served) => requestText(context, '', `get ${listPath} HTTP/1.1`), 400],
  ['an unknown method', (context: Served) => requestText(context, '', `STEAL ${listPath} HTTP/1.1`), 400],
  ['a header without a name', (context: Served) => requestText(context, ': x\r\n'), 400],
  ['a folded header', (context: Served) => requestText(context, 'X: 1\r\n 2\r\n\x00: 3\r\n'), 400],
  ['a NUL in a header', (context: Served) => requestText(context, 'X: a\x00b\r\n'), 400],
  ['a line end in the target', (context: Served) => requestText(context, '', `GET ${listPath}\n/v1 HTTP/1.1`), 400],
  ['HTTP/3.0 in the request line', (context: Served) => requestText(context, '', `GET ${listPath} HTTP/3.0`), 400],
  [
    'both Content-Length and chunked',
    (context: Served) => `${requestText(context, 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
    400,
  ],
  [
    'two Content-Lengths',
    (context: Served) => `${requestText(context, 'Content-Length: 1\r\nContent-Length: 2\r\n')}ab`,
    400,
  ],
  ['a negative Content-Length', (context: Served) => requestText(context, 'Content-Length: -1\r\n'), 400],
  ['chunked before gzip', (context: Served) => requestText(context, 'Transfer-Encoding: chunked, gzip\r\n'), 400],
  [
    'an invalid chunk size',
    (context: Served) => `${requestText(context, 'Transfer-Encoding: chunked\r\n', `POST ${listPath} HTTP/1.1`)}zz\r\n`,
    400,
  ],
])('%s is refused with the usual error body, and the connection closed', async (_, text, status) => {
  const context = await serveOne();
  const response = await context.server.exchange(text(context));
  expect(statuses(response).at(-1)).toBe(status);
  const body = response.slice(response.lastIndexOf('\r\n\r\n') + 4);
  expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
  expect(response).not.toContain('Main school');
  await expectStillServing(context);
});

test.each(['', 'Host: x\r\nHost: y\r\n', 'Host: x\r\nX: 1\r\nHost: x\r\n', 'Host:\r\nHost: x\r\n'])(
  'a request without a Host header, or with two, is refused: %j',
  async (hosts) => {
    const context = await serveOne();
    const response = await context.server.exchange(
      `GET ${listPath} HTTP/1.1\r\n${hosts}Authorization: Bearer ${context.key}\r\n${closing}\r\n`,
    );
    expect(statuses(response)).toEqual([400]);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toMatchObject({
      error: { code: 'BAD_REQUEST' },
    });
  },
);

test.each([
  'Expect: 200-maybe',
  'Expect: 100-continue',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Range: bytes=0-3',
])('%s is ignored, and the timetable is served', async (head) => {
  const context = await serveOne();
  const response = await context.server.exchange(requestText(context, `${head}\r\n`, `GET ${listPath}/v1 HTTP/1.0`));
  expect(statuses(response).at(-1)).toBe(200);
  expect(response).toContain('Main school');
});

test('HTTP/1.0 is answered, and the connection closed', async () => {
  const context = await serveOne();
  const response = await context.server.exchange(requestText(context, '', `GET ${listPath}/v1 HTTP/1.0`));
  expect(statuses(response)).toEqual([200]);
  expect(response).toContain('Main school');
});

test('garbage after a valid request is a 400, after a complete answer', async () => {
  const context = await serveOne();
  for (let round = 0; round < 20; round++) {
    const response = await context.server.exchange(`${requestText(context)}garbage\r\n\r\n`);
    const whole = response.split(/(?=HTTP\/1\.1 )/);
    for (const each of whole) {
      const [, length = ''] = /content-length: (\d+)/i.exec(each) ?? [];
      expect(each.slice(each.indexOf('\r\n\r\n') + 4)).toHaveLength(Number(length));
    }
    expect(statuses(response).at(-1)).toBe(400);
  }
  await expectStillServing(context);
});

test('pipelined requests are answered in their order', async () => {
  const context = await serveOne();
  const first = requestText(context, '', `GET ${listPath} HTTP/1.1`);
  const third = requestText(context, closing, `GET ${listPath}/v2 HTTP/1.1`);
  const response = await context.server.exchange(first + requestText(context) + third);
  expect(statuses(response)).toEqual([200, 200, 404]);
});

test('a GET whose body is announced and never sent is answered, and the connection closed', async () => {
  const context = await serveOne();
  for (const head of ['Content-Length: 1000000000000\r\n', 'Transfer-Encoding: chunked\r\n']) {
    const response = await context.server.exchange(requestText(context, head));
    expect(statuses(response)).toEqual([200]);
    expect(response).toMatch(/connection: close/i);
  }
});

test('a request inside a body is not answered', async () => {
  const context = await serveOne();
  const inner = requestText(context, closing);
  const response = await context.server.exchange(
    requestText(context, `Content-Length: ${inner.length}\r\n`, `GET ${listPath} HTTP/1.1`) + inner,
  );
  expect(statuses(response)).toEqual([200]);
  expect(response).not.toContain('Main school');
});
