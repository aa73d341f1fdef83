// A day of the cycle in words: with its week, unless its label says it already.

import { expect, test } from 'vitest';
import { resolveTimetable } from '../../../src/client/resolve-timetable.ts';
import { dayNames } from '../../../src/pages/viewer/dates/period-words.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';
import { setCatalogue } from '../../../src/pages/viewer/say.ts';
import { smallTimetable } from '../../support/small-timetable.ts';

test.each([
  ['Monday A', 'Monday B', ['Monday A', 'Monday B']],
  ['Monday', 'Monday', ['Monday · Week 1', 'Monday · Week 2']],
])('%s and %s', async (first, second, said) => {
  setCatalogue((await loadWords('en')).words, 'en');
  const document = smallTimetable();
  const [day] = document.bellSchedule.days;
  if (day === undefined) throw new Error('it has a day');
  const days = [first, second].map((label, index) => ({ ...day, label, weekInCycle: index + 1 }));
  const schedule = { ...document.bellSchedule, days };
  const name = dayNames(resolveTimetable({ ...document, bellSchedule: schedule, bellSchedules: [schedule] }));
  expect(days.map((each) => name({ ...each, week: each.weekInCycle, turn: 0 }))).toEqual(said);
});
