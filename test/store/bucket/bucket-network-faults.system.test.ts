// The bucket store behind a proxy that delays, truncates, refuses or drops single requests, as networks and busy stores
// do.

import { describe, expect, inject, type TestContext, test } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import type { Timeouts } from '../../../src/store/bucket/bucket-client.ts';
import type { Store } from '../../../src/store/store.ts';
import { bucketOfTest } from '../../support/bucket-of-test.ts';
import { faultyNetworkProxy, type NetworkFault } from '../../support/faulty-network-proxy.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);

/** Like the publisher's, but shorter, for tests that wait for the last attempt. */
const limits = { each: 500, deadline: 10_000 };
const timeouts: Timeouts = { attempts: 4, record: limits, file: limits };

const pointer = 'organisations/north/current.json';
const file = 'organisations/north/files/v1.0123456789abcdef0123456789abcdef.json';

type Operation = {
  name: string;
  /** The requests that meet the fault. */
  hit: RegExp;
  work: (store: Store) => Promise<unknown>;
  result: unknown;
};

/** In a bucket whose pointer and file contain `old`. */
const reading: Operation[] = [
  {
    name: 'reading',
    hit: /^GET .*files/,
    work: async (store) => text(await store.read(file)),
    result: 'old '.repeat(9_000),
  },
  { name: 'reading a missing object', hit: /^GET none/, work: (store) => store.read('none'), result: null },
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
    name: 'creating',
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

const anyTime: NetworkFault[] = ['slow down', 'hangs', 'answer lost', 'answer hangs'];
const halfAnswers: NetworkFault[] = ['breaks off', 'stalls'];
const cases = [
  ...anyTime.flatMap((fault) => [...reading, ...writing].map((operation) => ({ fault, operation }))),
  ...halfAnswers.flatMap((fault) => reading.map((operation) => ({ fault, operation }))),
].map((each) => ({ ...each, name: each.operation.name }));

/** A bucket behind a proxy that gives each request the chosen fault. */
async function bucketWithFaults(test: TestContext, chooseFault: (request: string) => NetworkFault) {
  const { store: fair, bucket, prefix } = bucketOfTest();
  await fair.write([
    { path: pointer, bytes: bytes('old') },
    { path: file, bytes: bytes('old '.repeat(9_000)) },
  ]);
  const proxy = await faultyNetworkProxy(
    bucket.endpoint,
    (method, path) => chooseFault(`${method} ${path}`),
    test.onTestFinished,
  );
  return { fair, proxy, store: bucketOfTest(proxy.endpoint, timeouts, prefix).store };
}

describe.skipIf(inject('bucket') === null)("a bucket behind a faulty network (needs Ceph's radosgw)", () => {
  test.concurrent.for(cases)(
    '$name succeeds after one request with the fault: $fault',
    async ({ fault, operation }, context) => {
      let met = 0;
      const { store, proxy } = await bucketWithFaults(context, (request) =>
        operation.hit.test(request) && met++ === 0 ? fault : 'none',
      );
      expect(await operation.work(store)).toEqual(operation.result);
      expect(proxy.seen.filter((request) => operation.hit.test(request)).length).toBeGreaterThan(1);
    },
  );

  test.concurrent.for(['hangs', 'answer hangs', 'answer lost', 'slow down', 'stalls', 'breaks off'] as const)(
    'if every request has the fault %s, reading fails with a StoreError after the last attempt',
    async (fault, context) => {
      const { store, proxy } = await bucketWithFaults(context, () => fault);
      const error: unknown = await store.read(file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toContain(`cannot read ${file}`);
      expect(proxy.seen).toHaveLength(timeouts.attempts);
    },
  );

  test.concurrent('a store that answers SlowDown gets more than 150 ms between the first and the last attempt', async (context) => {
    const { store, proxy } = await bucketWithFaults(context, () => 'slow down');
    await expect(store.write([{ path: pointer, bytes: bytes('new') }])).rejects.toThrow(StoreError);
    const [first = 0, ...later] = proxy.times;
    expect(later).toHaveLength(timeouts.attempts - 1);
    // Pauses are drawn from 25 to 50, 50 to 100 and 100 to 200 milliseconds.
    expect((later.at(-1) ?? 0) - first).toBeGreaterThan(150);
  });

  test('a delayed PUT of a pointer does not replace a newer pointer', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => {
      release = go;
    });
    const { store: quick, bucket, prefix } = bucketOfTest();
    await quick.write([{ path: pointer, bytes: bytes('old') }]);
    const proxy = await faultyNetworkProxy(bucket.endpoint, (method) => (method === 'PUT' ? released : 'none'));
    const late = bucketOfTest(proxy.endpoint, undefined, prefix).store.replace(pointer, bytes('older'), bytes('old'));
    while (!proxy.seen.includes(`PUT ${pointer}`)) await new Promise((look) => setTimeout(look, 5));
    expect(await quick.replace(pointer, bytes('newer'), bytes('old'))).toBe(true);
    release();
    expect(await late).toBe(false);
    expect(text(await quick.read(pointer))).toBe('newer');
  });
});
