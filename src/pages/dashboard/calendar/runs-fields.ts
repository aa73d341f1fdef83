// Which day's lessons take place instead: a day of the week, and of which week where they alternate; or a day of the cycle.

import { readBellCycle } from '../../../calendar/bell-cycle.ts';
import { weekdayOf } from '../../../calendar/time/day.ts';
import { weekdayNames } from '../../ui/calendar-words.ts';
import { element } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import type { Calendar, VersionBells } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';

type Like = NonNullable<NonNullable<Calendar['exceptions']>[number]['like']>;

/** The most weeks and days of the cycles of the versions; one where none is known. */
export function longestCycle(calendar: Calendar, versions: readonly VersionBells[]): { weeks: number; days: number } {
  const cycles = versions.map(({ bellSchedule }) => readBellCycle(bellSchedule, calendar));
  return {
    weeks: cycles.reduce((most, { weeks }) => Math.max(most, weeks), 1),
    days: cycles.reduce((most, { days }) => Math.max(most, days.length), 1),
  };
}

/** Week 2 is "2 (B)". */
export const weekInLetters = (week: number): string =>
  week > 26 ? count(week) : `${count(week)} (${String.fromCharCode(64 + week)})`;

export const numberOptions = (most: number, chosen: number, words: (number: number) => string) =>
  Array.from({ length: most }, (_, index) =>
    element('option', { value: String(index + 1), selected: index + 1 === chosen }, words(index + 1)),
  );

export function runsFields(
  calendar: Calendar,
  versions: readonly VersionBells[],
  date: number,
  known: Like | null,
): { root: HTMLElement; like(): Like } {
  const longest = longestCycle(calendar, versions);
  if (calendar.counting === 'schoolDays') {
    const most = Math.max(longest.days, known?.day ?? 1);
    const day = element('select', { id: 'runs-day' }, ...numberOptions(most, known?.day ?? 1, count));
    return { root: formField(say('runsLikeCycleDay'), day), like: () => ({ day: Number(day.value) }) };
  }
  const weekday = element(
    'select',
    { id: 'runs-weekday' },
    ...weekdayNames().map(({ long }, index) =>
      element(
        'option',
        { value: String(index + 1), selected: index + 1 === (known?.dayOfWeek ?? weekdayOf(date)) },
        long,
      ),
    ),
  );
  const weeks = Math.max(longest.weeks, known?.week ?? 1);
  const week = element(
    'select',
    { id: 'runs-week' },
    element('option', { value: '' }, say('weekOfTurn')),
    ...numberOptions(weeks, known?.week ?? 0, weekInLetters),
  );
  return {
    root: element(
      'div',
      { class: 'span-fields' },
      formField(say('runsLike'), weekday),
      weeks > 1 && formField(say('runsWeek'), week),
    ),
    like: () => ({
      dayOfWeek: Number(weekday.value),
      ...(week.value !== '' && { week: Number(week.value) }),
    }),
  };
}
