import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameDocument } from '../../src/document/same-document.ts';
import { arbitraryExtra } from '../support/arbitrary-values.ts';

const json = fc.oneof(fc.jsonValue({ maxDepth: 3 }), arbitraryExtra).map((value) => JSON.parse(JSON.stringify(value)));

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reversed(part)]),
  );
};

test('a document equals itself in any order of its keys', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(sameDocument(value, structuredClone(value))).toBe(true);
      expect(sameDocument(value, reversed(value))).toBe(true);
    }),
  );
});

test('two documents are the same if and only if they are deeply equal', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(sameDocument(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(sameDocument({ a: [one] }, { a: [other] })).toBe(isDeepStrictEqual(one, other));
    }),
  );
});

test.each([
  ['null and nothing', { a: null }, {}],
  ['null and an object', null, {}],
  ['an array and an object with its keys', ['x'], { 0: 'x' }],
  ['an empty array and an empty object', [], {}],
  ['a number and its text', 1, '1'],
  ['other keys, as many', { a: 1, b: undefined }, { a: 1, c: undefined }],
  ['a longer list', [1], [1, 2]],
  ['other orders of a list', [1, 2], [2, 1]],
  ['an own and an inherited name', JSON.parse('{"__proto__":{}}'), { x: {} }],
])('%s differ', (_, one, other) => {
  expect(sameDocument(one, other)).toBe(false);
  expect(sameDocument(other, one)).toBe(false);
});
