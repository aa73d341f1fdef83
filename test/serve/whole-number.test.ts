import { expect, test } from 'vitest';
import { parseWholeNumber } from '../../src/serve/whole-number.ts';

test.each(['1', '60', '86400', '999999999'])('%j is a whole number from 1', (text) => {
  expect(parseWholeNumber(text)).toBe(Number(text));
});

test.each([
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '60s',
  '1m',
  '60 ',
  ' 60',
  '6e1',
  '0x3c',
  '060',
  '1.5',
  '60.0',
  '1000000000',
  'NaN',
  'Infinity',
  '٦٠',
])('%j is none', (text) => {
  expect(parseWholeNumber(text)).toBeNull();
});
