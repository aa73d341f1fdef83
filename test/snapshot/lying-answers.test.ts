// Answers that are no answers of a bucket: pages of a load balancer, listings without their end, conditions that always fail.
// None of them is read as "there is nothing".

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Timeouts } from '../../src/store/bucket/bucket-client.ts';
import { bucketStore } from '../../src/store/bucket/bucket-store.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

const limits = { each: 500, deadline: 800 };
const timeouts: Timeouts = { attempts: 8, record: limits, file: limits };

/** As long as a busy machine needs for an answer of many megabytes. */
const patient = { each: 10_000, deadline: 20_000 };

/** A bucket that answers like this. */
async function bucketThat(answers: (request: IncomingMessage, turn: number) => Answer, waits: Timeouts = timeouts) {
  let turn = 0;
  const server = createServer((request, response) => {
    turn += 1;
    const { status = 200, headers = {}, body = '' } = answers(request, turn);
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  const credentials = { region: 'us-east-1', accessKeyId: 'known', secretAccessKey: 'secret' };
  const store = bucketStore('s3://bucket/below', { endpoint: `http://127.0.0.1:${port}`, ...credentials }, waits);
  return { store, turns: () => turn };
}

const page = '<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>';
const errorDocument = (code: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
const object = { headers: { ETag: '"1"' }, body: 'the object' };
const path = 'records/a.json';
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

describe('only NoSuchKey is the absence of an object', () => {
  test.each<[string, Answer]>([
    ['AWS, with the key', { body: `${errorDocument('NoSuchKey').replace('</Error>', '<Key>a</Key></Error>')}\n` }],
    [
      'Ceph',
      { body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message></Message></Error>' },
    ],
    ['a server without an XML declaration', { body: '<Error><Code>NoSuchKey</Code></Error>' }],
  ])('the 404 of %s', async (_, answer) => {
    const { store, turns } = await bucketThat(() => ({ status: 404, ...answer }));
    expect(await store.read(path)).toBeNull();
    expect(turns()).toBe(1);
  });

  test.each<[string, Answer]>([
    ['the page of a load balancer', { status: 404, body: page }],
    ['a 404 without a body', { status: 404 }],
    ['a page that quotes the code', { status: 404, body: `<html>${errorDocument('NoSuchKey')}</html>` }],
    ['half of an error document', { status: 404, body: errorDocument('NoSuchKey').slice(0, -8) }],
    ['another bucket', { status: 404, body: errorDocument('NoSuchBucket') }],
    ['another service', { status: 404, body: errorDocument('NoSuchEndpoint') }],
    ['a refusal', { status: 403, body: errorDocument('NoSuchKey') }],
    ['no content', { status: 204 }],
    ['a part of the object', { status: 206, ...object }],
    ['a 304 to a request without a condition', { status: 304 }],
  ])('%s is a failure', async (_, answer) => {
    const { store } = await bucketThat(() => answer);
    await expect(store.read(path)).rejects.toThrow(`cannot read ${path}: the bucket answered ${answer.status}`);
    await expect(store.readWithAge(path)).rejects.toThrow(`cannot read ${path}`);
    await expect(store.replace(path, new Uint8Array(), new Uint8Array([1]))).rejects.toThrow(`cannot replace ${path}`);
  });

  test('a page in place of every other answer is asked again', async () => {
    const { store } = await bucketThat((_, turn) => (turn % 2 === 1 ? { status: 404, body: page } : object));
    for (let round = 0; round < 5; round++) expect(text(await store.read(path))).toBe('the object');
  });
});

const partPath = 'organisations/a/files/days.1.pack';
const part = { offset: 4, length: 3, size: 10 };
const partOf = (range: string, body: string, status = 206) => ({ status, headers: { 'Content-Range': range }, body });

describe('a part of an object is that part, or it is an error', () => {
  test('a bucket that knows ranges is asked for one, and sends it', async () => {
    const asked: unknown[] = [];
    const { store } = await bucketThat(({ headers }) => {
      asked.push(headers.range);
      return partOf('bytes 4-6/10', 'obj');
    });
    expect(text(await store.readPart(partPath, part))).toBe('obj');
    expect(asked).toEqual(['bytes=4-6']);
  });

  test('a bucket that ignores ranges sends the object, of which the part is taken', async () => {
    const { store, turns } = await bucketThat(() => object);
    expect(text(await store.readPart(partPath, part))).toBe('obj');
    expect(text(await store.readPart(partPath, { offset: 0, length: 10, size: 10 }))).toBe('the object');
    expect(turns()).toBe(2);
  });

  test('a large object that is sent whole for a part is not read to its end', async () => {
    const large = 'a'.repeat(20_000_000);
    const { store, turns } = await bucketThat(() => ({ body: large }), { ...timeouts, file: patient });
    await expect(store.readPart(partPath, { ...part, size: 20_000_000 })).rejects.toThrow('more than the 3 bytes');
    expect(turns()).toBe(1);
  });

  test('only NoSuchKey is its absence', async () => {
    const { store } = await bucketThat(() => ({ status: 404, body: errorDocument('NoSuchKey') }));
    expect(await store.readPart(partPath, part)).toBeNull();
  });

  test.each<[string, Answer]>([
    ['the page of a load balancer', { status: 404, body: page }],
    ['a page instead of the object', { status: 200, body: page }],
    ['another bucket', { status: 404, body: errorDocument('NoSuchBucket') }],
    ['a range that does not exist', { status: 416, body: errorDocument('InvalidRange') }],
    ['a shorter object', { body: 'the obj' }],
    ['nothing', { body: '' }],
    ['no content', { status: 204 }],
    ['a 304 to a request without a condition', { status: 304 }],
    ['fewer bytes than it says', partOf('bytes 4-6/10', 'ob')],
    ['more bytes than it says', partOf('bytes 4-6/10', 'obje')],
    ['another part', partOf('bytes 0-2/10', 'the')],
    ['a part of a larger object', partOf('bytes 4-6/11', 'obj')],
    ['a part of an object of unknown size', partOf('bytes 4-6/*', 'obj')],
    ['a part that is not said to be one', { status: 206, body: 'obj' }],
    ['a part as if it were the object', partOf('bytes 4-6/10', 'obj', 200)],
  ])('%s is a failure', async (_, answer) => {
    const { store } = await bucketThat(() => answer);
    await expect(store.readPart(partPath, part)).rejects.toThrow(`cannot read ${partPath}`);
  });

  test('a page in place of every other answer is asked again', async () => {
    const { store } = await bucketThat((_, turn) =>
      turn % 2 === 1 ? { status: 404, body: page } : partOf('bytes 4-6/10', 'obj'),
    );
    for (let round = 0; round < 5; round++) expect(text(await store.readPart(partPath, part))).toBe('obj');
  });
});

const listing = (content: string) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</ListBucketResult>`,
});
const contents = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>5</Size></Contents>`;
const [whole, truncated] = ['<IsTruncated>false</IsTruncated>', '<IsTruncated>true</IsTruncated>'];
const token = (name: string) => `<NextContinuationToken>${name}</NextContinuationToken>`;

describe('a listing is complete, or it is an error', () => {
  test('two pages are one listing', async () => {
    const { store } = await bucketThat(({ url = '' }) =>
      url.includes('continuation-token=t')
        ? listing(`${contents('below/organisations/b')}${whole}<NextContinuationToken></NextContinuationToken>`)
        : listing(`${contents('below/organisations/a')}${truncated}${token('t')}`),
    );
    expect((await store.list('organisations/')).map((file) => file.path)).toEqual([
      'organisations/a',
      'organisations/b',
    ]);
    expect(await store.listNames('organisations/')).toEqual(['a', 'b']);
  });

  test.each<[string, Answer, RegExp]>([
    ['another page without its token', listing(`${contents('below/organisations/a')}${truncated}`), /another page/],
    ['the same page again and again', listing(`${truncated}${token('t')}`), /again and again/],
    ['nothing about its end', listing(contents('below/organisations/a')), /whether its listing is complete/],
    ['an object outside of the prefix', listing(`${contents('other/organisations/a')}${whole}`), /not below/],
    [
      'a folder outside of the prefix',
      listing(`<CommonPrefixes><Prefix>below/records/</Prefix></CommonPrefixes>${whole}`),
      /not below/,
    ],
    ['an object without a time', listing(`<Contents><Key>below/organisations/a</Key></Contents>${whole}`), /its time/],
    ['a page', { body: page }, /not a listing/],
    ['nothing', { body: '' }, /not a listing/],
    ['half of a listing', { body: listing(whole).body.slice(0, -9) }, /not a listing/],
    ['a listing within a page', { body: `<html>${listing(whole).body}</html>` }, /not a listing/],
    ['a 404', { status: 404, body: errorDocument('NoSuchKey') }, /404/],
  ])('a bucket that sends %s', async (_, answer, said) => {
    const { store } = await bucketThat(() => answer);
    await expect(store.list('organisations/')).rejects.toThrow(said);
    await expect(store.listNames('organisations/')).rejects.toThrow(said);
  });
});

test('an object without an ETag is not replaced, since any condition would hold', async () => {
  const asked: string[] = [];
  const { store } = await bucketThat(({ method = '' }) => {
    asked.push(method);
    return { body: 'the object' };
  });
  const before = await store.read(path);
  await expect(store.replace(path, Buffer.from('new'), before)).rejects.toThrow('it sent no ETag');
  expect(asked).toEqual(['GET']);
});

test('a removal that is answered with something else is an error', async () => {
  const { store } = await bucketThat(() => ({ body: page }));
  await expect(store.remove([path])).rejects.toThrow('the bucket does not say what it has removed');
});

test.each([
  ['an object', 'the object'],
  ['no object', null],
])(
  'a bucket that answers 412 to every PUT where there is %s says so within the time of a request',
  async (_, stored) => {
    const { store } = await bucketThat(({ method }) => {
      if (method === 'PUT') return { status: 412, body: errorDocument('PreconditionFailed') };
      return stored === null ? { status: 404, body: errorDocument('NoSuchKey') } : object;
    });
    const before = await store.read(path);
    expect(text(before)).toBe(stored);
    await expect(store.replace(path, Buffer.from('new'), before)).rejects.toThrow(
      `cannot replace ${path}: it answers 412 to every conditional PUT`,
    );
  },
);
