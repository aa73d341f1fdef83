import { expect, test } from 'vitest';
import type { GridDay } from '../../../src/client/belfry-client.ts';
import { repeatsTimes, splitDays } from '../../../src/pages/viewer/grid/time-lines.ts';

test.each([
  ['08:30~09:10', true],
  ['8:30 – 9:10', true],
  ['08.30-09.10', true],
  ['(08:30)', true],
  ['08:30 Assembly', false],
  ['08:30~10:00', false],
  ['1', false],
  ['Lunch', false],
  ['', false],
])('whether the name %j of a period from 08:30 to 09:10 repeats its times: %s', (name, expected) => {
  expect(repeatsTimes({ name, startTime: '08:30', endTime: '09:10' })).toBe(expected);
});

const week = (daysOfWeek: readonly number[]) => ({
  week: null,
  days: daysOfWeek.map((dayOfWeek): GridDay => ({ label: '', shortLabel: '', dayOfWeek, timelines: [], blocks: [] })),
});
const repeated = (days: readonly number[], times: number) => Array.from({ length: times }, () => days).flat();
test.each([
  ['a week stays one row', [1, 2, 3, 4, 5, 6, 7], [7]],
  ['a new row with each new week', repeated([1, 2, 3, 4, 5], 5), [5, 5, 5, 5, 5]],
  ['weeks that begin on Sunday', repeated([7, 1, 2, 3, 4], 5), [5, 5, 5, 5, 5]],
  ['weeks that begin on Saturday', repeated([6, 7, 1, 2, 3, 4], 2), [6, 6]],
  ['weeks of six days', repeated([1, 2, 3, 4, 5, 6], 2), [6, 6]],
  ['rows of seven where the days are numbered through', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [7, 5]],
  ['rows of five where all are the same day', repeated([1], 12), [5, 5, 2]],
])('%s', (_, days, lengths) => {
  const rows = splitDays(week(days));
  expect(rows.map((row) => row.days.length)).toEqual(lengths);
  expect(rows.flatMap((row) => row.days.map(({ dayOfWeek }) => dayOfWeek))).toEqual(days);
});
