// The next holidays, and the closures and special days of the next months with their names.

import { addDays } from '../../../calendar/time/day.ts';
import { spanOfDays } from '../../ui/calendar-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { say } from '../say.ts';
import { type DayWords, dayNote, dayWords } from './day-words.ts';
import type { MyDays } from './my-days.ts';

const daysAhead = 120;
const mostShown = 12;

type Span = DayWords & { first: number; last: number; key: string };

/** @returns null when nothing is special */
export function specialDays(days: MyDays, from: number): HTMLElement | null {
  const spans: Span[] = [];
  for (let ahead = 0; ahead < daysAhead && spans.length <= mostShown; ahead++) {
    const date = addDays(from, ahead);
    for (const special of dayWords(days, date)) {
      // What lies outside the terms has no name.
      if (special.name === null) continue;
      const key = JSON.stringify([
        special.name,
        special.words.map((part) => (typeof part === 'string' ? part : part.textContent)),
      ]);
      const known = spans.find((span) => span.key === key && isNext(days, span.last, date));
      if (known === undefined) spans.push({ ...special, first: date, last: date, key });
      else known.last = date;
    }
  }
  if (spans.length === 0) return null;
  return element(
    'details',
    // On a phone one line; what is open stays open when the page is drawn again.
    { class: 'my-special', open: matchMedia('(min-width: 40.01rem)').matches },
    element('summary', {}, say('specialDays')),
    element(
      'ul',
      {},
      ...spans
        .slice(0, mostShown)
        .map((span) =>
          element(
            'li',
            {},
            element('span', { class: 'my-time' }, spanOfDays(span.first, span.last)),
            ' ',
            dayNote(span),
          ),
        ),
    ),
  );
}

/** The days from the next day without school to the last before school begins again; null when none is in sight. */
export function nextHolidays(days: MyDays, from: number): HTMLElement | null {
  const closed: { date: number; name: string | null }[] = [];
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const date = addDays(from, ahead);
    const { isSchoolDay, why, name } = days.on(date);
    if (isSchoolDay && closed.length > 0) break;
    if (!isSchoolDay && why !== 'weekday') closed.push({ date, name });
  }
  const [first, last] = [closed[0]?.date, closed.at(-1)?.date];
  if (first === undefined || last === undefined) return null;
  const name = closed.find((day) => day.name !== null)?.name ?? null;
  return element(
    'p',
    { class: 'my-next' },
    element('strong', {}, say('nextHolidays')),
    ' ',
    spanOfDays(first, last),
    ...(name === null ? [] : [' · ', nameOf(name)]),
  );
}

/** Whether nothing but days of the week without lessons lies between two days, as a weekend in a holiday of named days. */
function isNext(days: MyDays, last: number, date: number): boolean {
  for (let day = addDays(last, 1); day < date; day = addDays(day, 1)) if (days.on(day).why !== 'weekday') return false;
  return true;
}
