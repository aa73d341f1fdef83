// What the links of one organisation may take of the store together: in order, whatever is at work at the same time.

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapConcurrently } from '../../src/map-concurrently.ts';
import { createLinkBudget } from '../../src/publish/personal/link-budget.ts';
import { times } from '../support/thoroughness.ts';

type Person = { bytes: number; pause: number; fails: boolean };

/** The index of each person who got a share, with several at work together. */
async function granted(limit: number, persons: readonly Person[]): Promise<number[]> {
  const shareOfNext = createLinkBudget(limit);
  const found: number[] = [];
  await mapConcurrently([...persons.entries()], 4, async ([index, { bytes, pause, fails }]) => {
    const share = shareOfNext();
    try {
      if (pause > 0) await sleep(pause);
      if (share.isSpent()) return;
      share.claim(bytes);
      if (fails) return;
      if (await share.isGranted()) found.push(index);
    } finally {
      share.end();
    }
  });
  return found.sort((one, other) => one - other);
}

/** One after the other. */
function expected(limit: number, persons: readonly Person[]): number[] {
  const found: number[] = [];
  let left = limit;
  for (const [index, { bytes, fails }] of persons.entries()) {
    if (bytes > left) return found;
    left -= bytes;
    if (!fails) found.push(index);
  }
  return found;
}

test('the first persons get their share as long as it is enough, whoever is ready first and whoever fails', async () => {
  const person = fc.record({ bytes: fc.nat(10), pause: fc.nat(2), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.array(person, { maxLength: 12 }), async (limit, persons) => {
      expect(await granted(limit, persons)).toEqual(expected(limit, persons));
    }),
    { numRuns: times(20, 200) },
  );
});

test('a person who needs exactly what is left gets it, and the next one nothing', async () => {
  const of = (bytes: number): Person => ({ bytes, pause: 0, fails: false });
  expect(await granted(10, [of(4), of(6), of(0)])).toEqual([0, 1, 2]);
  expect(await granted(10, [of(4), of(7), of(1)])).toEqual([0]);
});
