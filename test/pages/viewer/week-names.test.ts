// What weeks are called: by the letter that all their days bear, or by their number.

import { expect, test } from 'vitest';
import { weekNames } from '../../../src/pages/viewer/dates/week-names.ts';

const days = (...weeks: readonly (readonly string[])[]) =>
  weeks.flatMap((labels, index) => labels.map((label) => ({ label, weekInCycle: index + 1 })));

test.each([
  ['letters of days', days(['Monday A', 'Tuesday A'], ['Monday B', 'Tuesday B']), ['A', 'B']],
  ['letters in brackets', days(['Пн (А)', 'Вт (А)'], ['Пн (Б)', 'Вт (Б)']), ['А', 'Б']],
  ['one day without its letter', days(['Monday A', 'Tuesday'], ['Monday B', 'Tuesday B']), []],
  ['one letter for both weeks', days(['Campus A Monday'], ['Campus A Tuesday']), []],
  ['no letters', days(['Monday'], ['Monday']), []],
  ['days of every week', [{ label: 'Saturday', weekInCycle: null }, ...days(['Mon A'], ['Mon B'])], ['A', 'B']],
])('%s', (_, labelled, names) => {
  expect([...weekNames(labelled).values()]).toEqual(names);
});
