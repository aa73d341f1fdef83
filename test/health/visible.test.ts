import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible, visibleLine } from '../../src/health/visible.ts';

test.each([
  ['\u001b[2J\u001b[31mred', '\\u001b[2J\\u001b[31mred'],
  ['a\rb\u0007\u0008\u007f', 'a\\u000db\\u0007\\u0008\\u007f'],
  ['\u009b31m\u0085', '\\u009b31m\\u0085'],
  ['\u202egnp.exe\u2066\u2028', '\\u202egnp.exe\\u2066\\u2028'],
  ['שִׁעוּר 👩🏽‍🏫 Ærøskøbing e\u0301\u200f', 'שִׁעוּר 👩🏽‍🏫 Ærøskøbing e\u0301\u200f'],
])('%j is printed as %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('line breaks stay in a text, and are escaped in a single line', () => {
  expect(visible('a\n\tb')).toBe('a\n\tb');
  expect(visibleLine('a\n\tb')).toBe('a\\u000a\\u0009b');
});

test('escaped JSON has the same meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = visible(JSON.stringify({ [text]: [text] }, null, 2));
      expect(JSON.parse(json)).toEqual({ [text]: [text] });
      expect(json).not.toMatch(/(?!\n)\p{Cc}/u);
    }),
  );
});
