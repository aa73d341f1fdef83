import { expect, test } from 'vitest';
import { noChanges } from '../../src/days/no-changes.ts';
import { assertDays } from '../../src/publish/derived/assert-days.ts';
import type { SourceDays } from '../../src/publish/source-days.ts';
import { validate } from '../support/published-school.ts';

const date = 20261123;
const teachersInChanges = { keys: 'all', links: 'all' } as const;
/** A view may give anything, so the cast is what is tested. */
const check = (changes: object[]) => {
  const source = { ...noChanges, teachersInChanges, changes: changes as SourceDays['changes'] };
  assertDays(validate, 'north', source, 20261123, 20261129);
};

test('rows as the tables have them are fine', () => {
  const lesson = { startTime: '08:00', teachers: ['Ada'] };
  expect(() =>
    check([{ ref: '1', date, lesson, cancelled: true, changedAt: '2026-11-20T08:00:00.000Z' }]),
  ).not.toThrow();
});

test.each([
  [
    'a day that does not exist',
    { ref: '4711', date: 20261199, lesson: { startTime: '08:00' } },
    '$.changes[0].date (ref 4711',
  ],
  [
    'a time that is none',
    { ref: '4711', date, lesson: { startTime: 'Planted' } },
    '$.changes[0].lesson.startTime (ref 4711',
  ],
])('%s of a view is named by its place, and not by what it says', (_, change, place) => {
  expect(() => check([change])).toThrow(place);
  expect(() => check([change])).toThrow('the last good days stay');
  expect(() => check([change])).not.toThrow(/Planted/);
});
