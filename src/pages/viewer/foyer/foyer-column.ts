// One column of the screen in the foyer: the lessons of one class, teacher or room today, with what is now, and those of the
// next school day when today's are over.

import { addDays } from '../../../calendar/time/day.ts';
import type { GridBlock, GridSelection, PlacedCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { isOver, nowAndNext } from '../../../client/dates/now-and-next.ts';
import { spanInWords, weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { count } from '../../ui/texts.ts';
import type { Entry } from '../choose/entries.ts';
import { type Naming, namingOf } from '../choose/naming.ts';
import { dates } from '../dates/dates.ts';
import { titleOf } from '../grid/cell-button.ts';
import { say } from '../say.ts';

/** The largest letters, times those that are usual for the height of the screen. */
const largest = 1.7;
/** The most lessons at the same time that are named. */
const maxNamed = 3;

/** @param date YYYYMMDD; @param time HH:MM */
export function foyerColumn(timetable: ResolvedTimetable, entry: Entry, date: number, time: string): HTMLElement {
  const day = dates().lessonsOn(timetable, entry.selection, date);
  const blocks = day?.blocks ?? [];
  const now = new Set(nowAndNext(day, time).now);
  const isDone = blocks.every((block) => isOver(block, time));
  return element(
    'section',
    { class: 'foyer-column' },
    element('h2', {}, nameOf(entry.title)),
    ...(isDone
      ? nextLessons(timetable, entry, date, blocks.length > 0)
      : [reasonOf(timetable, entry, date), lessonList(blocks, entry, timetable, time, now)]),
  );
}

/** The page of a day on which none of these has a lesson, since nothing would differ on the others. */
export function idlePage(timetable: ResolvedTimetable, entries: readonly Entry[], date: number): HTMLElement | null {
  const [first] = entries;
  const isIdle = entries.every(({ selection }) => !dates().lessonsOn(timetable, selection, date)?.blocks.length);
  if (first === undefined || !isIdle) return null;
  const next = entries.flatMap(({ selection }) => nextSchoolDay(timetable, selection, date) ?? []);
  return element(
    'section',
    { class: 'foyer-column idle' },
    reasonOf(timetable, first, date) ?? element('p', {}, say('noLessonsToday')),
    next.length > 0 &&
      element('p', { class: 'quiet' }, say('nextSchoolDay', { day: weekdayInWords(Math.min(...next)) })),
  );
}

function reasonOf(timetable: ResolvedTimetable, { selection }: Entry, date: number): HTMLElement | null {
  const reason = dates().school?.reason(timetable, selection, date) ?? null;
  return reason === null ? null : element('p', {}, ...reason);
}

/** What comes when the lessons of the day are over, or there are none. */
function nextLessons(timetable: ResolvedTimetable, entry: Entry, date: number, hadLessons: boolean): Child[] {
  const none = element('p', { class: 'quiet' }, say(hadLessons ? 'noMoreLessons' : 'noLessonsToday'));
  const reason = hadLessons ? null : reasonOf(timetable, entry, date);
  const next = nextSchoolDay(timetable, entry.selection, date);
  if (next === null) return [reason ?? none];
  const blocks = dates().lessonsOn(timetable, entry.selection, next)?.blocks ?? [];
  return [
    reason ?? none,
    element('h3', {}, say('nextSchoolDay', { day: weekdayInWords(next) })),
    blocks.length > 0 && reasonOf(timetable, entry, next),
    lessonList(blocks, entry, timetable, '', new Set()),
  ];
}

/** Days that are looked at where no calendar knows the next one: a week has no more. */
const daysAhead = 7;

/** As YYYYMMDD; null where none is in sight, or another version applies by then. */
function nextSchoolDay(timetable: ResolvedTimetable, selection: GridSelection, date: number): number | null {
  const { school, lessonsOn } = dates();
  if (school !== null) return school.nextSchoolDay(timetable, selection, date);
  const { effectiveTo } = timetable.document;
  for (let day = 1; day <= daysAhead; day++) {
    const next = addDays(date, day);
    if (effectiveTo !== null && next > effectiveTo) return null;
    if (lessonsOn(timetable, selection, next)?.blocks.length) return next;
  }
  return null;
}

/** @param time HH:MM; lessons that have ended by then are paler */
function lessonList(
  blocks: readonly GridBlock[],
  entry: Entry,
  timetable: ResolvedTimetable,
  time: string,
  now: ReadonlySet<PlacedCell>,
): HTMLElement | null {
  if (blocks.length === 0) return null;
  const naming = namingOf(timetable);
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
  return element('ol', {}, ...items);
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

/** Makes the text as large as the screen allows, so that all lessons are visible: it is read from afar, and cannot be scrolled. */
export function fitBoard(board: HTMLElement): void {
  for (let scale = largest; scale > 0.3; scale *= 0.96) {
    board.style.setProperty('--scale', scale.toFixed(3));
    const columns = [...board.children];
    if (columns.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
  }
}
