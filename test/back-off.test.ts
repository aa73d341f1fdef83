import { expect, test } from 'vitest';
import { backOff, jitter } from '../src/back-off.ts';

const pauses = { first: 50, longest: 1_000 };

test.each([
  [1, 50],
  [2, 100],
  [5, 800],
  [6, 1_000],
  [5_000, 1_000],
])('after attempt %i the pause is between a half and the whole of %i milliseconds', (attempt, whole) => {
  expect(backOff(attempt, pauses, 0)).toBe(whole / 2);
  expect(backOff(attempt, pauses, 0.5)).toBe((whole * 3) / 4);
  expect(backOff(attempt, pauses, 1)).toBe(whole);
});

test('those who failed together do not come back together', () => {
  const drawn = Array.from({ length: 100 }, () => jitter(1_000));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(1_000);
  expect(new Set(drawn).size).toBeGreaterThan(50);
});
