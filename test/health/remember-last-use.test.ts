import { describe, expect, test } from 'vitest';
import { describeLastUse, newestUse, rememberLastUse } from '../../src/health/remember-last-use.ts';

const minute = 60_000;
const noon = Date.parse('2026-11-23T12:00:00.000Z');

describe('a server remembers', () => {
  test('the last minute in which each key was used, and nothing finer', () => {
    const uses = rememberLastUse();
    uses.note('key_a', noon + 59_999);
    uses.note('key_b', noon + 1);
    uses.note('key_a', noon + 3 * minute + 30_000);
    expect(describeLastUse(uses.read())).toEqual({
      keys: { key_a: '2026-11-23T12:03:00.000Z', key_b: '2026-11-23T12:00:00.000Z' },
    });
  });

  test('so many keys and no more: the one that was not used for longest is forgotten', () => {
    const uses = rememberLastUse(3);
    for (const [index, key] of ['a', 'b', 'c'].entries()) uses.note(key, noon + index * minute);
    uses.note('a', noon + 5 * minute);
    uses.note('d', noon + 6 * minute);
    expect([...uses.read().keys()]).toEqual(['c', 'a', 'd']);
    for (let each = 0; each < 1000; each++) uses.note(`key_${each}`, noon + 7 * minute);
    expect(uses.read().size).toBe(3);
  });

  test('keys with ids that objects have too', () => {
    const uses = rememberLastUse();
    const ids = ['__proto__', 'constructor', 'toString'];
    for (const id of ids) uses.note(id, noon);
    expect(Object.keys(JSON.parse(JSON.stringify(describeLastUse(uses.read()))).keys)).toEqual(ids);
  });
});

test('of several servers the newest use counts, whichever comes first', () => {
  const one = new Map([
    ['a', 5],
    ['b', 1],
  ]);
  const other = new Map([
    ['a', 3],
    ['b', 2],
    ['c', 9],
  ]);
  const expected = new Map([
    ['a', 5],
    ['b', 2],
    ['c', 9],
  ]);
  expect(newestUse([one, other])).toEqual(expected);
  expect(newestUse([other, one])).toEqual(expected);
  expect([...newestUse([one, other], 2).keys()]).toEqual(['c', 'a']);
});
