// The months of the calendar, as the viewer draws them, with the terms and what the signs mean.

import { listDates } from '../../../calendar/assemble-calendar.ts';
import { createSchoolYear } from '../../../calendar/create-school-year.ts';
import { addDays } from '../../../calendar/time/day.ts';
import { weekStartOf } from '../../../calendar/time/school-week.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { dayKinds, kindSigns, kindWords } from '../../ui/day-kind.ts';
import { element, nameOf } from '../../ui/element.ts';
import { monthSection } from '../../ui/month-section.ts';
import type { Calendar, VersionBells } from '../answers.ts';
import { say } from '../say.ts';

/** Drawn at most; without terms, a year. */
const [mostDays, yearDays] = [800, 366];

/** @param versions whose weeks are named; none where they are not known */
export function yearAtAGlance(calendar: Calendar, versions: readonly VersionBells[], today: number): HTMLElement[] {
  const terms = calendar.terms ?? [];
  return [
    element(
      'ul',
      { class: 'facts' },
      element('li', {}, say('timeZone', { zone: calendar.timeZone })),
      element('li', {}, say('termCount', { count: terms.length })),
      element('li', {}, say('closureCount', { count: calendar.closures?.length ?? 0 })),
      element('li', {}, say('exceptionCount', { count: calendar.exceptions?.length ?? 0 })),
    ),
    element(
      'ul',
      { class: 'term-list' },
      ...terms.map(({ name, firstDay, lastDay }) => {
        const span = say('between', { first: dayInWords(firstDay), last: dayInWords(lastDay) });
        return element('li', {}, nameOf(name), ' ', element('span', { class: 'quiet' }, span));
      }),
    ),
    legend(),
    drawMonths(calendar, versions, monthsOf(datesOf(calendar, today)), today),
  ];
}

export const legend = (): HTMLElement =>
  element(
    'ul',
    { class: 'legend' },
    ...dayKinds.flatMap((kind) => {
      const words = kindWords[kind];
      if (words === null) return [];
      const sign = element('span', { class: `date kind-${kind}`, 'aria-hidden': 'true' }, kindSigns[kind]);
      // The catalogue has the words of these kinds.
      return [element('li', {}, sign, ' ', say(words as 'closedDay'))];
    }),
  );

/** @param months the dates of each, in order and without a gap */
export function drawMonths(
  calendar: Calendar,
  versions: readonly VersionBells[],
  months: readonly (readonly number[])[],
  today: number,
): HTMLElement {
  const year = createSchoolYear(calendar);
  const days = new Map(
    listDates(calendar, versions, months[0]?.[0] ?? today, months.at(-1)?.at(-1) ?? today).map((day) => [
      day.date,
      day,
    ]),
  );
  return element(
    'div',
    { class: 'months' },
    ...months.map((dates) =>
      monthSection(
        dates.flatMap((date) => days.get(date) ?? []),
        year,
        today,
        weekStartOf(calendar),
      ),
    ),
  );
}

/** From the first of the month in which the terms begin to their end; without terms, a year from this month. */
function datesOf({ terms = [] }: Calendar, today: number): number[] {
  const firstDays = terms.map(({ firstDay }) => firstDay);
  const start = firstDays.length === 0 ? today : firstDays.reduce((one, other) => Math.min(one, other));
  const end = terms.reduce((last, { lastDay }) => Math.max(last, lastDay), 0);
  const dates: number[] = [];
  let date = Math.floor(start / 100) * 100 + 1;
  const most = end === 0 ? yearDays : mostDays;
  while (dates.length < most && (end === 0 || date <= end)) {
    dates.push(date);
    date = addDays(date, 1);
  }
  return dates;
}

function monthsOf(dates: readonly number[]): number[][] {
  const months = new Map<number, number[]>();
  for (const date of dates) {
    const month = Math.floor(date / 100);
    const known = months.get(month);
    if (known === undefined) months.set(month, [date]);
    else known.push(date);
  }
  return [...months.values()];
}
