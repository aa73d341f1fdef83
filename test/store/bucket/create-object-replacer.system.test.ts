// Replacing an object on servers that need its ETag in different forms, or that have stale reads: real Ceph, and a proxy
// that behaves like other stores.

import { describe, expect, inject, test } from 'vitest';
import { bucketOfTest } from '../../support/bucket-of-test.ts';
import { type Habit, quotedOnly, staleReads, storeWithHabits, withoutConditions } from '../../support/store-habits.ts';
import { storeContract } from '../store-contract.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);
const pointer = 'organisations/north/current.json';

/** A bucket behind a proxy with this habit, and the same bucket without it. */
async function bucketWith(habit: Habit) {
  const { store: real, bucket, prefix } = bucketOfTest();
  const proxy = await storeWithHabits(bucket, habit);
  const requestsOf = async (work: () => Promise<unknown>) => {
    const before = proxy.seen.length;
    await work();
    return proxy.seen.slice(before).map((request) => request.split(' ')[0]);
  };
  return { real, store: bucketOfTest(proxy.endpoint, undefined, prefix).store, requestsOf };
}

const same: Habit = (_, pass) => pass();

describe.skipIf(inject('bucket') === null)("replacing an object (needs Ceph's radosgw)", () => {
  storeContract('a bucket that takes only quoted ETags', async () => (await bucketWith(quotedOnly)).store);

  test('a server without conditional PUT replaces nothing', async () => {
    const { store } = await bucketWith(withoutConditions);
    await expect(store.replace(pointer, bytes('first'), null)).rejects.toThrow('it has no conditional PUT');
    expect(await store.read(pointer)).toBeNull();
  });

  test.each([
    ['only in quotes, as R2', quotedOnly, ['PUT']],
    ['only without quotes, as Ceph', same, ['PUT', 'GET', 'PUT']],
  ] as const)(
    'after one replacement the form of ETag of a server that takes it %s is known',
    async (_, habit, first) => {
      const { store, requestsOf } = await bucketWith(habit);
      await store.write([{ path: pointer, bytes: bytes('0') }]);
      for (let round = 1; round <= 3; round++) {
        const before = await store.read(pointer);
        const made = await requestsOf(async () =>
          expect(await store.replace(pointer, bytes(`${round}`), before)).toBe(true),
        );
        expect(made).toEqual(round === 1 ? first : ['PUT']);
      }
      expect(text(await store.read(pointer))).toBe('3');
    },
  );

  test.each([
    ['only in quotes', quotedOnly],
    ['only without quotes', same],
  ])('a server that takes an ETag %s refuses to replace a changed object', async (_, habit) => {
    const { store, real } = await bucketWith(habit);
    await store.write([{ path: pointer, bytes: bytes('old') }]);
    const before = await store.read(pointer);
    await real.write([{ path: pointer, bytes: bytes('newer') }]);
    expect(await store.replace(pointer, bytes('late'), before)).toBe(false);
    expect(text(await real.read(pointer))).toBe('newer');
  });

  test('stale reads do not delay a replacement whose condition holds', async () => {
    const stale = staleReads(/current/);
    const { store, real } = await bucketWith(stale.habit);
    await store.write([{ path: pointer, bytes: bytes('oldest') }]);
    await store.read(pointer);
    stale.freeze();
    // The object is gone, as the caller knows, but reads still return it.
    await real.remove([pointer]);
    expect(await store.replace(pointer, bytes('new'), null)).toBe(true);
    expect(stale.served()).toBe(0);
    expect(text(await real.read(pointer))).toBe('new');
  });

  test('a newer object is not overwritten after a stale read, and is read again until it is fresh', async () => {
    const stale = staleReads(/current/);
    const { store, real } = await bucketWith(stale.habit);
    await store.write([{ path: pointer, bytes: bytes('old') }]);
    const read = await store.read(pointer);
    stale.freeze();
    await real.write([{ path: pointer, bytes: bytes('newer') }]);
    let settled = false;
    const replaced = store.replace(pointer, bytes('late'), read).finally(() => {
      settled = true;
    });
    while (stale.served() < 3) await new Promise((look) => setTimeout(look, 5));
    expect(settled).toBe(false);
    stale.thaw();
    expect(await replaced).toBe(false);
    expect(text(await real.read(pointer))).toBe('newer');
  });

  test('a PUT whose answer was lost counts as done, even if the next read is stale', async () => {
    const stale = staleReads(/current/);
    let lost = false;
    const { store, real } = await bucketWith(async (asked, pass) => {
      const answer = await stale.habit(asked, pass);
      if (asked.method !== 'PUT' || asked.body.toString() !== 'new' || lost || answer.status !== 200) return answer;
      lost = true;
      setTimeout(stale.thaw, 300);
      throw new Error('the answer is lost');
    });
    await store.write([{ path: pointer, bytes: bytes('old') }]);
    const read = await store.read(pointer);
    stale.freeze();
    expect(await store.replace(pointer, bytes('new'), read)).toBe(true);
    expect(lost).toBe(true);
    expect(text(await real.read(pointer))).toBe('new');
  });
});
