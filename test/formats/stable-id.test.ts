import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idPart, stableIds } from '../../src/formats/school/stable-id.ts';

const identity = (shortName: string, name: string, permanentId: string | null = null) => ({
  permanentId,
  shortName,
  name,
});

describe('idPart', () => {
  test.each(['9BD81E3B425D3516', '5A', 'a_b-c', '0'])('%s is an id already', (text) => expect(idPart(text)).toBe(text));

  test('keeps the readable part of any other text, and distinguishes texts with the same readable part', () => {
    expect(idPart('Müller')).toMatch(/^Muller-[0-9a-f]{8}$/);
    expect(idPart('Muller')).toBe('Muller');
    expect(idPart('王')).toMatch(/^[0-9a-f]{8}$/);
    expect(idPart('5 A')).not.toBe(idPart('5/A'));
  });

  test('any text gives 1 to 40 letters, digits, `_` and `-`', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(idPart(text)).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
      }),
    ));
});

describe('stableIds', () => {
  test('takes the permanent id, else the short name, else the name', () => {
    const { ids } = stableIds([identity('AB', 'Anna', 'T1'), identity('CD', 'Carl'), identity('', 'Eve')]);
    expect(ids).toEqual(['T1', 'CD', 'Eve']);
  });

  test('two that would get the same id are distinguished by their names, in either order', () => {
    const pair = [identity('AB', 'Anna'), identity('AB', 'Abel')];
    const { ids, clashes } = stableIds(pair);
    expect(new Set(ids).size).toBe(2);
    expect(stableIds(pair.toReversed()).ids.toReversed()).toEqual(ids);
    expect(clashes.map(({ kind }) => kind)).toEqual(['collision', 'collision']);
  });

  test('two that do not differ are numbered, and reported', () => {
    const { ids, clashes } = stableIds([identity('AB', 'Anna'), identity('AB', 'Anna')]);
    expect(new Set(ids).size).toBe(2);
    expect(clashes.map(({ kind }) => kind)).toEqual(['duplicate', 'duplicate']);
  });

  const anyIdentity = fc.record({
    permanentId: fc.option(fc.constantFrom('a', 'b', 'a-1')),
    shortName: fc.constantFrom('', 'a', 'ä'),
    name: fc.constantFrom('', 'a', 'b', 'ä b'),
  });

  test('all are different, and the order does not matter for identities that differ', () =>
    fc.assert(
      fc.property(fc.array(anyIdentity, { maxLength: 12 }), (identities) => {
        const { ids } = stableIds(identities);
        expect(new Set(ids).size).toBe(ids.length);
        const different = [...new Map(identities.map((each) => [JSON.stringify(each), each])).values()];
        expect(stableIds(different.toReversed()).ids.toReversed()).toEqual(stableIds(different).ids);
      }),
    ));

  test('a hundred thousand identical ones get different ids', () => {
    const { ids } = stableIds(Array.from({ length: 100_000 }, () => identity('AB', 'Anna')));
    expect(new Set(ids).size).toBe(100_000);
  });
});
