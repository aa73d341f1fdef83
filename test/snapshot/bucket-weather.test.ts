// The bucket store in bad weather: the real client through a proxy that does to single requests what networks and busy
// stores do to them.

import { describe, expect, inject, type TestContext, test } from 'vitest';
import type { Patience } from '../../src/snapshot/bucket-store.ts';
import { type Store, StoreError } from '../../src/snapshot/store.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { type Weather, weatherProxy } from '../support/weather-proxy.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);

/** As the publisher's, but for tests that wait until it is at its end. */
const patience: Patience = { attempts: 4, connect: 500, record: 500, file: 500, silence: 500 };

const pointer = 'organisations/north/current.json';
const file = 'organisations/north/files/v1.0123456789abcdef0123456789abcdef.json';

type Operation = {
  name: string;
  /** The requests that meet the weather. */
  hit: RegExp;
  work: (store: Store) => Promise<unknown>;
  result: unknown;
};

/** In a bucket that holds `old` under the pointer and under the file. */
const reading: Operation[] = [
  {
    name: 'reading',
    hit: /^GET .*files/,
    work: async (store) => text(await store.read(file)),
    result: 'old '.repeat(9_000),
  },
  { name: 'reading what is not there', hit: /^GET none/, work: (store) => store.read('none'), result: null },
  { name: 'listing', hit: /^GET $/, work: async (store) => (await store.list('organisations/')).length, result: 2 },
  { name: 'listing names', hit: /^GET $/, work: (store) => store.listNames('organisations/'), result: ['north'] },
];
const writing: Operation[] = [
  {
    name: 'writing',
    hit: /^PUT .*files/,
    work: async (store) => {
      await store.write([{ path: file, bytes: bytes('new') }]);
      return text(await store.read(file));
    },
    result: 'new',
  },
  {
    name: 'replacing',
    hit: /^PUT .*current/,
    work: async (store) => [await store.replace(pointer, bytes('new'), bytes('old')), text(await store.read(pointer))],
    result: [true, 'new'],
  },
  {
    name: 'putting where nothing was',
    hit: /^PUT first/,
    work: async (store) => [await store.replace('first', bytes('new'), null), text(await store.read('first'))],
    result: [true, 'new'],
  },
  {
    name: 'replacing what has changed',
    hit: /^(PUT|GET) .*current/,
    work: async (store) => [
      await store.replace(pointer, bytes('new'), bytes('other')),
      text(await store.read(pointer)),
    ],
    result: [false, 'old'],
  },
  {
    name: 'removing',
    hit: /^POST /,
    work: async (store) => {
      await store.remove([pointer]);
      return store.read(pointer);
    },
    result: null,
  },
];

const anyTime: Weather[] = ['slow down', 'hangs', 'answer lost', 'answer hangs'];
const halfAnswers: Weather[] = ['breaks off', 'stalls'];
const cases = [
  ...anyTime.flatMap((weather) => [...reading, ...writing].map((operation) => ({ weather, operation }))),
  ...halfAnswers.flatMap((weather) => reading.map((operation) => ({ weather, operation }))),
].map((each) => ({ ...each, name: each.operation.name }));

/** A bucket behind a proxy; what the forecast says counts for requests that begin like `hit`. */
async function bucketInWeather(test: TestContext, forecast: (request: string) => Weather) {
  const { store: fair, bucket, prefix } = bucketOfTest();
  await fair.write([
    { path: pointer, bytes: bytes('old') },
    { path: file, bytes: bytes('old '.repeat(9_000)) },
  ]);
  const proxy = await weatherProxy(
    bucket.endpoint,
    (method, path) => forecast(`${method} ${path}`),
    test.onTestFinished,
  );
  return { fair, proxy, store: bucketOfTest(proxy.endpoint, patience, prefix).store };
}

describe.skipIf(inject('bucket') === null)("a bucket in bad weather (needs Ceph's radosgw)", () => {
  test.concurrent.for(cases)('$name is right after one request: $weather', async ({ weather, operation }, context) => {
    let met = 0;
    const { store, proxy } = await bucketInWeather(context, (request) =>
      operation.hit.test(request) && met++ === 0 ? weather : 'fair',
    );
    expect(await operation.work(store)).toEqual(operation.result);
    expect(proxy.seen.filter((request) => operation.hit.test(request)).length).toBeGreaterThan(1);
  });

  test.concurrent.for(['hangs', 'answer hangs', 'answer lost', 'slow down', 'stalls', 'breaks off'] as const)(
    'when every request %s, reading fails with a StoreError, and in time',
    async (weather, context) => {
      const { store, proxy } = await bucketInWeather(context, () => weather);
      const began = performance.now();
      const error: unknown = await store.read(file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toContain(`cannot read ${file}`);
      expect(proxy.seen).toHaveLength(patience.attempts);
      // Each attempt its time, and the pauses between them: at most 0.5, 1 and 2 seconds where the store says slow down.
      expect(performance.now() - began).toBeLessThan(patience.attempts * 2 * patience.file + 3_500 + 5_000);
    },
  );

  test.concurrent('a store that says slow down is left more time with each attempt', async (context) => {
    const { store, proxy } = await bucketInWeather(context, () => 'slow down');
    await expect(store.write([{ path: pointer, bytes: bytes('new') }])).rejects.toThrow(StoreError);
    const [first = 0, ...later] = proxy.times;
    expect(later).toHaveLength(patience.attempts - 1);
    // Pauses are drawn from 0 to 0.5, 1 and 2 seconds.
    expect((later.at(-1) ?? 0) - first).toBeGreaterThan(150);
  });

  test('a pointer that was sent and comes late does not bring back what it was to replace', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => {
      release = go;
    });
    const { store: quick, bucket, prefix } = bucketOfTest();
    await quick.write([{ path: pointer, bytes: bytes('old') }]);
    const proxy = await weatherProxy(bucket.endpoint, (method) => (method === 'PUT' ? released : 'fair'));
    const late = bucketOfTest(proxy.endpoint, undefined, prefix).store.replace(pointer, bytes('older'), bytes('old'));
    while (!proxy.seen.includes(`PUT ${pointer}`)) await new Promise((look) => setTimeout(look, 5));
    expect(await quick.replace(pointer, bytes('newer'), bytes('old'))).toBe(true);
    release();
    expect(await late).toBe(false);
    expect(text(await quick.read(pointer))).toBe('newer');
  });
});
