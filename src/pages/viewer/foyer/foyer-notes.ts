// The notes of today and of the next school day on the screen in the foyer, a few at a time: it cannot be scrolled.

import { weekdayInWords } from '../../ui/date-words.ts';
import { noteLines } from '../../ui/days/day-notes.ts';
import { type Child, element } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import { dates } from '../dates/dates.ts';
import { say } from '../say.ts';

const linesAtOnce = 3;

/** @param turn how often the screen turned its page @param next the next school day; null where none is in sight */
export function foyerNotes(date: number, next: number | null, turn: number): HTMLElement | null {
  const linesOf = (day: number): Child[][] => {
    const content = dates().school?.dayOf(day) ?? null;
    return content === null ? [] : noteLines(content);
  };
  const later = next === null ? [] : linesOf(next).map((line) => [`${weekdayInWords(next)} · `, ...line]);
  const lines = [...linesOf(date), ...later];
  if (lines.length === 0) return null;
  const pages = Math.ceil(lines.length / linesAtOnce);
  const page = turn % pages;
  return element(
    'section',
    { class: 'foyer-notes', 'aria-label': say('dayNotes') },
    element(
      'ul',
      {},
      ...lines
        .slice(page * linesAtOnce, (page + 1) * linesAtOnce)
        .map((line) => element('li', { class: 'said' }, ...line)),
    ),
    pages > 1 && element('span', { class: 'quiet' }, `${count(page + 1)} / ${count(pages)}`),
  );
}
