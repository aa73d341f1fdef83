// Tables as RFC 4180 says, read back by a strict reader of its grammar.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, withoutGuards } from '../src/csv.ts';
import { readCsv } from './pages/viewer/read-csv.ts';

const part = fc.constantFrom(
  'a',
  '1',
  '"',
  ',',
  '\r',
  '\n',
  '\t',
  ';',
  '|',
  ' ',
  'é',
  "'",
  '=',
  '-',
  '+',
  '@',
  '＝',
  '.',
  '%',
);
const tables = fc.array(fc.array(fc.string({ unit: part }), { minLength: 1 }), { minLength: 1 });

test('a strict reader finds every field, whatever is in it', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      expect(readCsv(csvOf(rows)).map((row) => row.map(withoutGuards))).toEqual(rows);
    }),
  );
});

test('no field begins with a formula, however a line is split, whether quotes count or not', () => {
  const isFormula = (text: string) =>
    /^[\s"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(text) && !/^[\s"]*[+-]?\d+([.,]\d+)?%?("|$)/.test(text);
  fc.assert(
    fc.property(tables, (rows) => {
      const text = csvOf(rows);
      for (const separator of [';', '\t', ',', '|'])
        for (const line of text.split(/\r\n|\r|\n/))
          expect(line.split(separator).filter(isFormula), JSON.stringify(text)).toEqual([]);
      expect(readCsv(text).flat().filter(isFormula)).toEqual([]);
    }),
  );
});

test.each([
  ...['=1+1', '+1+1', '-A1', '@SUM(A1)', ' =1', '＝1+1', '＋A1', '－A1', '＠SUM(A1)', '"=1"'].map((text) => [
    text,
    `'${text}`,
  ]),
  ['\t=1', "\t'=1"],
  ['7A;=HYPERLINK("https://example.org")', `7A;'=HYPERLINK("https://example.org")`],
  ['7A;"=1+1"', `7A;'"=1+1"`],
  ['one\n=1+1', "one\n'=1+1"],
  ['a,@b|-c', "a,'@b|'-c"],
  ...['-1', '+1,5', '-0.25', '50%', '1-3', '7A;-1', 'a-b', 'x=1'].map((text) => [text, text]),
])('%j is written as %j', (text, expected) => {
  expect(readCsv(csvOf([[text]]))).toEqual([[expected]]);
  expect(csvOf([[text]])).toMatch(/^"[\s\S]*"\r\n$/);
});

test('what is read must be whole', () => {
  for (const broken of ['a', 'a\n', '"a', '"a"b\r\n', 'a"b\r\n']) expect(() => readCsv(broken), broken).toThrow();
});
