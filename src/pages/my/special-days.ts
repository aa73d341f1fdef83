// The closures and special days of the next months, with their names.

import { addDays } from '../../calendar/time/day.ts';
import { spanOfDays } from '../ui/calendar-words.ts';
import { element } from '../ui/element.ts';
import { type DayWords, dayNote, dayWords } from './day-words.ts';
import type { MyDays } from './my-days.ts';
import { say } from './say.ts';

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
    'section',
    { class: 'my-special', 'aria-labelledby': 'special' },
    element('h2', { id: 'special' }, say('specialDays')),
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

/** Whether nothing but days of the week without lessons lies between two days, as a weekend in a holiday of named days. */
function isNext(days: MyDays, last: number, date: number): boolean {
  for (let day = addDays(last, 1); day < date; day = addDays(day, 1)) if (days.on(day).why !== 'weekday') return false;
  return true;
}
