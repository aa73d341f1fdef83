// One column of the screen in the foyer: the lessons of one class, teacher or room today, with what is now.

import type { PlacedCell, ResolvedTimetable } from '../../client/belfry-client.ts';
import { isOver, nowAndNext } from '../../client/now-and-next.ts';
import type { Entry } from '../choose/entries.ts';
import { type Naming, namingOf } from '../choose/naming.ts';
import { spanInWords, weekdayInWords } from '../dates/date-words.ts';
import { dates } from '../dates/dates.ts';
import { element, joined, nameOf } from '../element.ts';
import { titleOf } from '../grid/cell-button.ts';
import { listed } from '../phrase.ts';
import { say } from '../say.ts';
import { count } from '../texts.ts';

/** The most lessons at the same time that are named. */
const maxNamed = 3;

/** @param date YYYYMMDD; @param time HH:MM */
export function foyerColumn(timetable: ResolvedTimetable, entry: Entry, date: number, time: string): HTMLElement {
  const day = dates().lessonsOn(timetable, entry.selection, date);
  const naming = namingOf(timetable);
  const now = new Set(nowAndNext(day, time).now);
  const blocks = day?.blocks ?? [];
  const { school } = dates();
  const reason = school?.reason(timetable, entry.selection, date) ?? null;
  const next = day === null ? (school?.nextSchoolDay(timetable, entry.selection, date) ?? null) : null;
  const items = blocks.map((block) => {
    const rest = block.cells.length - maxNamed;
    const isNow = block.cells.some((cell) => now.has(cell));
    return element(
      'li',
      { class: isOver(block, time) ? 'past' : null, 'aria-current': isNow ? 'time' : null },
      element('span', { class: 'foyer-time' }, spanInWords(block)),
      element(
        'div',
        {},
        ...block.cells.slice(0, maxNamed).map((cell) => lesson(cell, entry, naming)),
        rest > 0 && element('span', { class: 'quiet' }, `+${count(rest)}`),
      ),
    );
  });
  return element(
    'section',
    { class: 'foyer-column' },
    element('h2', {}, nameOf(entry.title)),
    reason !== null && element('p', {}, ...reason),
    items.length > 0 && element('ol', {}, ...items),
    items.length === 0 && reason === null && element('p', { class: 'quiet' }, say('noLessonsToday')),
    next !== null && element('p', { class: 'quiet' }, say('nextSchoolDay', { day: weekdayInWords(next) })),
  );
}

function lesson(cell: PlacedCell, { kind }: Entry, naming: Naming): HTMLElement {
  const lists = [
    ...(kind === 'class' ? [] : [cell.classes]),
    ...(kind === 'teacher' ? [] : [cell.teachers]),
    ...(kind === 'room' ? [] : [cell.rooms]),
  ].filter((items) => items.length > 0);
  const details = lists.map((items) =>
    element('span', {}, ...listed(items.map((each) => nameOf(naming.distinct(each))))),
  );
  return element(
    'div',
    { class: 'foyer-lesson' },
    element('strong', {}, nameOf(titleOf(cell))),
    element('span', { class: 'quiet' }, ...joined(details, ' · ')),
  );
}

/** Makes the text smaller until all lessons are visible, since the screen cannot be scrolled. */
export function fitBoard(board: HTMLElement): void {
  for (let scale = 1; scale > 0.3; scale *= 0.9) {
    board.style.setProperty('--scale', scale.toFixed(3));
    const columns = [...board.children];
    if (columns.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
  }
}
