import { expect, test } from 'vitest';
import { beginOfWeek, weekStartOf, weeksBetween } from '../../src/calendar/time/school-week.ts';

test.each([
  [[1, 2, 3, 4, 5], 1],
  [[7, 1, 2, 3, 4], 7],
  [[6, 7, 1, 2, 3], 6],
  [[1, 2, 3, 4, 5, 6], 1],
  [[1, 2, 3, 4, 5, 6, 7], 1],
  [[1, 2, 4, 5], 1],
  [[7, 1, 3, 4], 7],
  [[2, 3, 4, 5, 6], 2],
  [[6], 6],
  [[1, 2, 3, 5, 6], 1],
  [[], 1],
])('with school on %j weeks begin on day %i', (schoolDays, start) => {
  expect(weekStartOf({ schoolDays })).toBe(start);
  expect(weekStartOf({ schoolDays: schoolDays.toReversed() })).toBe(start);
});

test('a week is seven days from its first day', () => {
  // 6 September 2026 is a Sunday.
  expect([20260905, 20260906, 20260912, 20260913].map((day) => beginOfWeek(day, 7))).toEqual([
    20260830, 20260906, 20260906, 20260913,
  ]);
  expect(weeksBetween(20260905, 20260913, 7)).toBe(2);
  expect(weeksBetween(20260912, 20260906, 7)).toBe(0);
  expect(weeksBetween(20260913, 20260912, 7)).toBe(-1);
});
