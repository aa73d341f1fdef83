// One month of the calendar: a table with a row for each week, and below it what is special, by name.

import { weekdayOf } from '../../calendar/time/day.ts';
import type { CalendarDate } from '../../client/belfry-client.ts';
import type { SchoolDates } from '../viewer/dates/date-rule.ts';
import { addToSpans, type SpecialSpan, spanParts } from '../viewer/dates/special-days.ts';
import { say } from '../viewer/say.ts';
import { monthInWords, weekdayNames } from './calendar-words.ts';
import { type DayKind, kindOf, kindSigns, kindWords } from './day-kind.ts';
import { element, visuallyHidden } from './element.ts';
import { count } from './texts.ts';

type Shown = CalendarDate & { kind: DayKind };

/** How many months were drawn, which makes their ids unique. */
let monthCount = 0;

/**
 * @param days the published dates of one month, in order
 * @param weekStart the first day of the school's week, 1 for Monday: a week of the cycle is one row
 */
export function monthSection(
  days: readonly CalendarDate[],
  school: Pick<SchoolDates, 'on'> | null,
  today: number,
  weekStart: number,
): HTMLElement {
  const shown = days.map(
    (day) => ({ ...day, kind: school === null ? 'school' : kindOf(school.on(day.date)) }) as const,
  );
  const rows = weekRows(shown, weekStart);
  const withWeeks = hasWeeks(days);
  const names = weekdayNames();
  monthCount += 1;
  const id = `month-${monthCount}`;
  const special = namedSpans(shown);
  return element(
    'section',
    { class: 'month', tabindex: '-1', 'aria-labelledby': id },
    element(
      'table',
      {},
      element('caption', { id }, monthInWords(shown[0]?.date ?? today)),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          withWeeks && element('th', { scope: 'col' }, visuallyHidden(say('cycleWeek'))),
          ...[...names.slice(weekStart - 1), ...names.slice(0, weekStart - 1)].map(({ short, long }) =>
            element('th', { scope: 'col' }, element('abbr', { title: long, 'aria-label': long }, short)),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        ...rows.map((row) =>
          element(
            'tr',
            {},
            withWeeks && rowHead(weeksOf(row)),
            ...row.map((day) => (day === null ? element('td') : dateCell(day, day.date === today))),
          ),
        ),
      ),
    ),
    special.length > 0 && element('ul', { class: 'special' }, ...special),
  );
}

/** Whether a timetable has several weeks, which a column names. */
export const hasWeeks = (days: readonly CalendarDate[]): boolean =>
  days.some(({ timetables }) => timetables.some(({ weekInCycle }) => weekInCycle !== null));

/** The dates in rows of seven from the first day of the week; null before the first and after the last. */
function weekRows(days: readonly Shown[], weekStart: number): (Shown | null)[][] {
  const before = (weekdayOf(days[0]?.date ?? 0) - weekStart + 7) % 7;
  const cells = [...Array.from({ length: before }, () => null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => cells[row * 7 + column] ?? null),
  );
}

const rowHead = (weeks: string): HTMLElement =>
  weeks === '' ? element('td') : element('th', { scope: 'row', class: 'cycle-week' }, weeks);

/** The weeks of the cycle in a row: one, unless timetables have cycles that differ. */
function weeksOf(row: readonly (Shown | null)[]): string {
  const numbers = row.flatMap((day) =>
    // The lessons of another day may be those of another week.
    day === null || day.kind === 'runs' ? [] : day.timetables.flatMap(({ weekInCycle }) => weekInCycle ?? []),
  );
  return [...new Set(numbers)].map(count).join(', ');
}

function dateCell(day: Shown, isToday: boolean): HTMLElement {
  const { date, kind, name, scoped, timetables } = day;
  const words = [
    isToday ? say('today') : null,
    name ?? (kindWords[kind] === null ? (kind === 'free' ? say('noLessons') : null) : say(kindWords[kind])),
    scoped.length > 0 ? say('someClasses') : null,
  ].filter((each) => each !== null);
  const [inCycle] = new Set(timetables.flatMap(({ dayInCycle }) => dayInCycle ?? []));
  return element(
    'td',
    {
      class: `date kind-${kind}${isToday ? ' is-today' : ''}`,
      'data-date': String(date),
      'aria-current': isToday ? 'date' : null,
    },
    element('span', {}, count(date % 100)),
    element('span', { class: 'sign', 'aria-hidden': 'true' }, `${kindSigns[kind]}${scoped.length > 0 ? '*' : ''}`),
    ...words.map((each) => visuallyHidden(` ${each}`)),
    inCycle !== undefined && element('small', { class: 'quiet' }, say('cycleDay', { day: inCycle })),
  );
}

/** What has a name, with its dates. */
function namedSpans(days: readonly Shown[]): HTMLElement[] {
  const spans: SpecialSpan[] = [];
  for (const { date, kind, name, scoped } of days) {
    const words = kindWords[kind];
    if (words !== null && name !== null) addToSpans(spans, date, say(words), name);
    for (const each of scoped) addToSpans(spans, date, say('someClasses'), each.name);
  }
  return spans.map((span) => element('li', {}, ...spanParts(span)));
}
