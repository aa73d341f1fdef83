// Names of days against their numbers: a column called Sunday that is Monday by its number shows the wrong lessons as today.

import { expect, test } from 'vitest';
import { contradictedWeekdays } from '../../src/document/recognise-weekdays.ts';

const week = (labels: readonly string[], numbers: readonly number[]) =>
  labels.map((label, index) => ({ label, shortLabel: label.slice(0, 3), dayOfWeek: numbers[index] ?? 0 }));
const fromSunday = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'];

test.each([
  ['names that agree', week(fromSunday, [7, 1, 2, 3, 4]), []],
  ['Sunday as the first day', week(fromSunday, [1, 2, 3, 4, 5]), [0, 1, 2, 3, 4]],
  ['one day', week(['Montag', 'Dienstag', 'Mittwoch'], [1, 2, 4]), [2]],
  ['weeks with letters', week(['Monday A', 'Monday B'], [1, 2]), [1]],
  ['Arabic', week(['الأحد', 'الاثنين'], [1, 2]), [0, 1]],
  ['days of a cycle that are no names', week(['Day 1', 'Day 2', 'Day 3'], [1, 2, 3]), []],
  ['a short name, which is Saturday in Finnish', week(['La', 'Ma'], [1, 2]), []],
  ['one name among others', week(['Day 1', 'Day 2', 'Monday'], [1, 2, 3]), []],
  ['more days than anybody needs', week(Array(1000).fill('Montag'), Array(1000).fill(1)), []],
  ['no days', [], []],
])('%s', (_, days, wrong) => {
  expect(contradictedWeekdays(days).map(({ index }) => index)).toEqual(wrong);
});
