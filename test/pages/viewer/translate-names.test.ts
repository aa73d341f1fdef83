// The common names of days and periods in the language of the reader, and the school's own as they are.

import { expect, test } from 'vitest';
import type { LanguageTag } from '../../../src/pages/languages/language-names.ts';
import { loadDayWords } from '../../../src/pages/ui/days/load-day-words.ts';
import { translateNames } from '../../../src/pages/viewer/dates/translate-names.ts';
import { loadWords as loadLazyWords } from '../../../src/pages/viewer/lazy-words.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';
import { addWords, setCatalogue } from '../../../src/pages/viewer/say.ts';
import { smallTimetable } from '../../support/small-timetable.ts';

/** What days and periods with these names are called. */
async function translated(tag: LanguageTag, labels: readonly string[], names: readonly string[], firstDay = 1) {
  setCatalogue((await loadWords(tag)).words, tag);
  addWords({ ...(await loadLazyWords(tag)).words, ...(await loadDayWords(tag)).words });
  const document = smallTimetable();
  const [day] = document.bellSchedule.days;
  const [configuration] = document.bellSchedule.dayConfigurations;
  const [period] = configuration?.periods ?? [];
  if (day === undefined || configuration === undefined || period === undefined) throw new Error('it has a day');
  const schedule = {
    ...document.bellSchedule,
    days: labels.map((label, index) => ({
      ...day,
      label,
      shortLabel: '',
      dayOfWeek: ((index + firstDay - 1) % 7) + 1,
    })),
    dayConfigurations: [{ ...configuration, periods: names.map((name) => ({ ...period, name })), breaks: [] }],
  };
  const own = { ...document, bellSchedule: schedule, bellSchedules: [schedule] };
  const { document: said } = translateNames(own, tag);
  const [first] = said.bellSchedules;
  expect(said.bellSchedule).toEqual(first);
  return {
    isSame: said === own,
    labels: first?.days.map(({ label }) => label),
    names: first?.dayConfigurations[0]?.periods.map(({ name }) => name),
  };
}

test.each([
  ['de', ['Monday', 'Tuesday', 'Wednesday'], ['Montag', 'Dienstag', 'Mittwoch']],
  ['de', ['Mon A', 'Tue A', 'Wed A', 'Thu A', 'Fri A'], ['Mo A', 'Di A', 'Mi A', 'Do A', 'Fr A']],
  ['en', ['A-Lundi', 'A-Mardi'], ['A-Monday', 'A-Tuesday']],
  ['en', ['Segunda-feira', 'Terça-feira'], ['Monday', 'Tuesday']],
  ['fr', ['montag', 'dienstag'], ['lundi', 'mardi']],
  ['es', ['Montag', 'Dienstag'], ['Lunes', 'Martes']],
  ['ar', ['Monday', 'Tuesday'], ['الاثنين', 'الثلاثاء']],
  ['uk', ['Mo', 'Di', 'Mi', 'Do', 'Fr'], ['Пн', 'Вт', 'Ср', 'Чт', 'Пт']],
  // The school's own.
  ['de', ['Day 1', 'Day 2'], ['Day 1', 'Day 2']],
  ['de', ['Blue', 'Gold'], ['Blue', 'Gold']],
  ['de', ['Monday', 'Choir day'], ['Monday', 'Choir day']],
] as const)('%s reads the days %j as %j', async (tag, labels, said) => {
  expect((await translated(tag, labels, ['Forum'])).labels).toEqual(said);
});

test('days whose names contradict their numbers stay as they are, so that the warning quotes the school', async () => {
  expect((await translated('de', ['Monday', 'Tuesday'], ['Forum'], 2)).labels).toEqual(['Monday', 'Tuesday']);
});

test.each([
  ['de', ['Period 3', 'Lesson 12', '3rd period', 'Hour 1'], ['Stunde 3', 'Stunde 12', 'Stunde 3', 'Stunde 1']],
  [
    'en',
    ['3. Stunde', '3.Stunde', 'Stunde 3', '1ère heure', '2e heure'],
    ['Period 3', 'Period 3', 'Period 3', 'Period 1', 'Period 2'],
  ],
  ['en', ['الحصة ٣', '3-й урок', 'Урок 10', '3.ª hora'], ['Period 3', 'Period 3', 'Period 10', 'Period 3']],
  ['fr', ['Period 3', 'Lunch', 'Break'], ['Heure 3', 'Déjeuner', 'Pause']],
  ['ar', ['Period 3', 'Große Pause'], ['الحصة 3', 'استراحة']],
  ['de', ['Forum', 'Advisory 2', 'Period X', 'Period 3 choir', '3', 'P3', 'Lunch club'], null],
] as const)('%s reads the periods %j as %j', async (tag, names, said) => {
  expect((await translated(tag, ['Day 1'], names)).names).toEqual(said ?? names);
});

test('where nothing is common, the timetable is the same', async () => {
  expect((await translated('de', ['Blue'], ['Forum'])).isSame).toBe(true);
});
