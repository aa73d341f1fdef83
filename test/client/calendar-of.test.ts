// What a client says of the days of a school that has a calendar.

import { expect, test } from 'vitest';
import { calendarOf, schoolYearOf } from '../../src/client/dates/calendar-of.ts';
import { calendar } from '../calendar/small-school.ts';

/** Closed from 2 November 2026 to a day. */
const closedTo = (lastDay: number) =>
  calendarOf(calendar({ closures: [{ id: 'c', name: 'Rebuilding', firstDay: 20261102, lastDay }] }));

test('the next school day is looked for up to the 400th day, and not on the day itself', () => {
  expect(closedTo(20261102).nextSchoolDay(20261103)).toBe(20261104);
  // Sunday, 1 November 2026, and 400 days later Monday, 6 December 2027.
  expect(closedTo(20271205).nextSchoolDay(20261101)).toBe(20271206);
  expect(closedTo(20271206).nextSchoolDay(20261101)).toBeNull();
});

test('a calendar is computed once', () => {
  const once = calendar();
  expect(schoolYearOf(once)).toBe(schoolYearOf(once));
});
