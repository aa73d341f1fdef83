// Tables as RFC 4180 says, read back by a strict reader of its grammar.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../src/viewer/saving/csv.ts';
import { readCsv } from './read-csv.ts';

test('a strict reader finds every field, whatever is in it', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ';', ' ', 'é', "'") });
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          field.map((text) => `x${text}`),
          { minLength: 1 },
        ),
        { minLength: 1 },
      ),
      (rows) => {
        expect(readCsv(csvOf(rows))).toEqual(rows);
      },
    ),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is text for a spreadsheet', (text) => {
  expect(readCsv(csvOf([[text]]))).toEqual([[`'${text}`]]);
});

test('what is read must be whole', () => {
  for (const broken of ['a', 'a\n', '"a', '"a"b\r\n', 'a"b\r\n']) expect(() => readCsv(broken), broken).toThrow();
});
