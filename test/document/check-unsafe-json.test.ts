import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkText } from '../../src/document/check-unsafe-json.ts';
import { arbitraryExtra, arbitraryText } from '../support/arbitrary-values.ts';

test('text that PostgreSQL can store has no problems', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryExtra, arbitraryText, fc.array(arbitraryText)), (value) => {
      expect(checkText(value)).toEqual([]);
    }),
  );
});

test('a NUL character and a lone surrogate are found in any string', () => {
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
  const plain = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(plain, fc.oneof(half, fc.constant('\0')), plain, (before, broken, after) => {
      const message = broken === '\0' ? 'contains a NUL character' : 'contains half of a surrogate pair';
      expect(checkText({ list: [before, before + broken + after] })).toEqual([{ path: '$.list[1]', message }]);
    }),
  );
});

test.each([
  ['a property name', { 'a\0': 1 }, ['$']],
  ['a name and the value under it', { 'a\0': '\0' }, ['$', '$["a\\u0000"]']],
  ['both faults of one text', ['\0\ud800'], ['$[0]', '$[0]']],
  ['the value __proto__', JSON.parse('{"__proto__":{"x":"\\u0000"}}'), ['$.__proto__.x']],
  ['nothing but text', [1, null, true, {}, [], '😀'], []],
])('%s', (_, value, paths) => {
  expect(checkText(value).map(({ path }) => path)).toEqual(paths);
});
