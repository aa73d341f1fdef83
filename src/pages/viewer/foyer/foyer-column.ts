// One column of the screen in the foyer: the lessons of one class, teacher or room today, with what is now, and those of the
// next school day when today's are over.

import { addDays } from '../../../calendar/time/day.ts';
import type { GridBlock, PlacedCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { isOver } from '../../../client/dates/now-and-next.ts';
import type { LessonList } from '../../../client/days/difference-of.ts';
import { layBlocks } from '../../../client/grid/lay-blocks.ts';
import type { NamedEntity } from '../../../contract/types.generated.ts';
import { spanInWords, weekdayInWords } from '../../ui/date-words.ts';
import { differenceInWords, struck } from '../../ui/days/difference-words.ts';
import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { countMore } from '../../ui/texts.ts';
import type { Entry } from '../choose/entries.ts';
import { type Naming, namingOf } from '../choose/naming.ts';
import { dates } from '../dates/dates.ts';
import { differenceOfCell } from '../day-changes/mark-difference.ts';
import { titleOf } from '../grid/cell-button.ts';
import { say } from '../say.ts';
import { dayInAll, type EntryInAll, timetableOf } from './day-in-all.ts';

/** The largest letters, times those that are usual for the height of the screen. */
const largest = 1.7;
/** The most lessons at the same time that are named. */
const maxNamed = 3;

/** @param date YYYYMMDD; @param time HH:MM */
export function foyerColumn(timetable: ResolvedTimetable, entry: EntryInAll, date: number, time: string): HTMLElement {
  const day = dayInAll(timetable, entry, date);
  const blocks = day?.blocks ?? [];
  const isDone = blocks.every((block) => isOver(block, time));
  return element(
    'section',
    { class: 'foyer-column' },
    element('h2', {}, nameOf(entry.title)),
    ...(isDone
      ? nextLessons(timetable, entry, date, blocks.length > 0)
      : [
          reasonOf(timetable, entry, date),
          lessonList(blocks, entry, timetable, time),
          ...nextChanges(timetable, entry, date),
        ]),
  );
}

/** The page of a day on which none of these has a lesson, since nothing would differ on the others. */
export function idlePage(
  timetable: ResolvedTimetable,
  entries: readonly EntryInAll[],
  date: number,
): HTMLElement | null {
  const [first] = entries;
  const isIdle = entries.every((entry) => !dayInAll(timetable, entry, date)?.blocks.length);
  if (first === undefined || !isIdle) return null;
  const next = entries.flatMap((entry) => nextSchoolDay(timetable, entry, date) ?? []);
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
function nextLessons(timetable: ResolvedTimetable, entry: EntryInAll, date: number, hadLessons: boolean): Child[] {
  const none = element('p', { class: 'quiet' }, say(hadLessons ? 'noMoreLessons' : 'noLessonsToday'));
  const reason = hadLessons ? null : reasonOf(timetable, entry, date);
  const next = nextSchoolDay(timetable, entry, date);
  if (next === null) return [reason ?? none];
  const blocks = dayInAll(timetable, entry, next)?.blocks ?? [];
  return [
    reason ?? none,
    element('h3', {}, say('nextSchoolDay', { day: weekdayInWords(next) })),
    blocks.length > 0 && reasonOf(timetable, entry, next),
    lessonList(blocks, entry, timetable, ''),
  ];
}

/** What is different on the next school day, while today's lessons are shown. */
function nextChanges(timetable: ResolvedTimetable, entry: EntryInAll, date: number): Child[] {
  const next = nextSchoolDay(timetable, entry, date);
  const blocks = next === null ? [] : (dayInAll(timetable, entry, next)?.blocks ?? []);
  const cells = blocks.flatMap((block) => block.cells).filter((cell) => differenceOfCell(cell) !== null);
  if (next === null || cells.length === 0) return [];
  return [
    element('h3', {}, say('changesOn', { day: weekdayInWords(next) })),
    lessonList(layBlocks(cells), entry, timetable, ''),
  ];
}

/** Days that are looked at where no calendar knows the next one: a week has no more. */
const daysAhead = 7;

/** As YYYYMMDD; null where none is in sight, or another version applies by then. */
export function nextSchoolDay(timetable: ResolvedTimetable, entry: EntryInAll, date: number): number | null {
  const { school } = dates();
  if (school !== null) return school.nextSchoolDay(timetable, entry.selection, date);
  const { effectiveTo } = timetable.document;
  for (let day = 1; day <= daysAhead; day++) {
    const next = addDays(date, day);
    if (effectiveTo !== null && next > effectiveTo) return null;
    if (dayInAll(timetable, entry, next)?.blocks.length) return next;
  }
  return null;
}

/** @param time HH:MM; lessons that have ended by then are paler; empty on another day */
function lessonList(
  blocks: readonly GridBlock[],
  entry: EntryInAll,
  timetable: ResolvedTimetable,
  time: string,
): HTMLElement | null {
  if (blocks.length === 0) return null;
  const items = blocks.map((block) => {
    const rest = block.cells.length - maxNamed;
    const isNow = block.cells.some((cell) => !cell.isOff && cell.startTime <= time && !isOver(cell, time));
    return element(
      'li',
      { class: isOver(block, time) ? 'past' : null, 'aria-current': isNow ? 'time' : null },
      element('span', { class: 'foyer-time' }, spanInWords(block)),
      element(
        'div',
        {},
        ...block.cells
          .slice(0, maxNamed)
          .map((cell) => lesson(cell, entry, namingOf(timetableOf(timetable, entry, cell)))),
        rest > 0 && element('span', { class: 'quiet' }, countMore(rest)),
      ),
    );
  });
  return element('ol', {}, ...items);
}

function lesson(cell: PlacedCell, { kind }: Entry, naming: Naming): HTMLElement {
  const difference = differenceOfCell(cell);
  const was = (list: LessonList): Child[] => {
    const gone: readonly NamedEntity[] = difference?.before[list] ?? [];
    return gone.length === 0 ? [] : [' ', struck(gone, ({ name }) => name)];
  };
  const lists = (['classes', 'teachers', 'rooms'] as const).filter(
    (list) => listOf[kind] !== list || was(list).length > 0,
  );
  const details = lists.flatMap((list) => {
    const names = listOf[kind] === list ? [] : listed(cell[list].map((each) => nameOf(naming.distinct(each))));
    const parts = [...names, ...was(list)];
    return parts.length === 0 ? [] : [element('span', {}, ...parts)];
  });
  const text = difference?.text ?? null;
  return element(
    'div',
    { class: cell.isOff ? 'foyer-lesson off' : 'foyer-lesson' },
    difference !== null &&
      element('span', { class: 'badge mark' }, differenceInWords(difference, cell.dated?.date ?? 0, kind)),
    element('strong', {}, nameOf(titleOf(cell)), ...was('subjects')),
    element('span', { class: 'quiet' }, ...joined(details, ' · ')),
    text !== null && element('span', { class: 'foyer-text said' }, nameOf(text)),
  );
}

/** Where lessons name whose column it is. */
const listOf: Record<Entry['kind'], LessonList> = {
  ...{ class: 'classes', teacher: 'teachers', room: 'rooms', student: 'classes', subject: 'subjects' },
};

/** Makes the text as large as the screen allows, so that all lessons are visible: it is read from afar, and cannot be scrolled. */
export function fitBoard(board: HTMLElement): void {
  for (let scale = largest; scale > 0.3; scale *= 0.96) {
    board.style.setProperty('--scale', scale.toFixed(3));
    const columns = [...board.children];
    if (columns.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
  }
}
