// What is made of a file satisfies the schema of day changes, whatever the file holds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValidator } from '../../../src/contract/validator.ts';
import { duty, gpu014, mathematics } from './gpu014-rows.ts';
import { readDays, schoolPlan } from './read-days.ts';

const validate = createValidator();
const problemsOf = (document: unknown) => {
  const validation = validate('day-changes', document);
  return validation.valid ? [] : validation.problems.map(({ segments, message }) => `${segments.join('.')} ${message}`);
};

test('rows of every kind make changes of the schema', () => {
  const club = { ...duty, substitute: 'CYD', newSubject: 'CHESS', newClasses: '7A' };
  const rows = [
    { ...mathematics, substitute: 'BOB', newRoom: 'R9', text: 'Go' },
    { ...mathematics, period: '4', letter: 'C' },
    { ...mathematics, period: '5', letter: 'F', bits: '8' },
    { ...mathematics, period: '1', date: '20261125', letter: 'T', bits: '128' },
    { ...mathematics, period: '6', letter: 'E', newRoom: 'Hall' },
    ...[club, { ...club, period: '4', letter: 'E' }, { ...club, period: '5', newSubject: '' }],
    ...[
      { ...duty, letter: 'B', substitute: 'CYD' },
      { ...duty, period: '4', substitute: 'CYD' },
      { ...duty, text: 'Bus strike' },
    ],
  ];
  const { document } = readDays(gpu014(rows));
  expect(Object(document).changes).toHaveLength(10);
  expect(problemsOf(document)).toEqual([]);
});

test('names and texts of any characters too, or the file is refused', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll(/["\r\n]/g, ''));
  const row = fc.record({
    ...{ teacher: cell, substitute: cell, subject: cell, newSubject: cell, classes: cell, newClasses: cell },
    ...{ room: cell, newRoom: cell, text: cell, letter: fc.constantFrom('', 'C', 'E', 'B', 'T', 'F') },
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const { document } = readDays(gpu014(rows.map((each) => ({ ...mathematics, ...each }))), schoolPlan([0]));
      if (document !== null) expect(problemsOf(document)).toEqual([]);
    }),
  );
});
