// Days that are not as usual, in words: for the list below a month, and for a line on paper.

import type { SchoolDay } from '../../../calendar/create-school-year.ts';
import { addDays } from '../../../calendar/time/day.ts';
import type { PublishedCalendar } from '../../../client/belfry-client.ts';
import { spanOfDays } from '../../ui/calendar-words.ts';
import { kindOf, kindWords } from '../../ui/day-kind.ts';
import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import { say } from '../say.ts';

/** Days that follow one another with one name and one kind, which `words` says. */
export type SpecialSpan = { first: number; last: number; words: string; name: string | null };

/** Adds a day to the span that it continues. */
export function addToSpans(spans: SpecialSpan[], date: number, words: string, name: string | null): void {
  const known = spans.find((each) => each.words === words && each.name === name && addDays(each.last, 1) === date);
  if (known === undefined) spans.push({ first: date, last: date, words, name });
  else known.last = date;
}

export const spanParts = ({ first, last, words, name }: SpecialSpan): Child[] => [
  element('span', { class: 'quiet' }, `${spanOfDays(first, last)} `),
  name !== null && nameOf(name),
  element('span', { class: 'quiet' }, `${name === null ? '' : ' · '}${words}`),
];

/** The most that fit in a line on paper. */
const maxOnPaper = 4;

/** @param until the last day that matters; null for no end */
export function specialDays(
  { days }: PublishedCalendar,
  on: (date: number) => SchoolDay,
  from: number,
  until: number | null,
): Child[] | null {
  const spans: SpecialSpan[] = [];
  for (const { date } of days) {
    if (date < from || (until !== null && date > until)) continue;
    const day = on(date);
    const words = kindWords[kindOf(day)];
    if (words !== null && day.name !== null) addToSpans(spans, date, say(words), day.name);
    if (spans.length > maxOnPaper) break;
  }
  const shown = spans.slice(0, maxOnPaper).map((span) => element('span', {}, ...spanParts(span)));
  return shown.length === 0 ? null : joined(shown, ', ');
}
