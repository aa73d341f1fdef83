// What the banner says about a day of a school with a calendar, besides its lessons.

import type { GridDay, GridSelection, PlacedCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { spanInWords, weekdayInWords } from '../../ui/date-words.ts';
import { noteParagraphs } from '../../ui/days/day-notes.ts';
import { element, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { type Naming, namingOf } from '../choose/naming.ts';
import type { SchoolChanges } from '../day-changes/school-changes.ts';
import { titleOf } from '../grid/cell-button.ts';
import { say } from '../say.ts';
import type { Dates, SchoolDates } from './date-rule.ts';

type Rules = Pick<Dates, 'lessonsOn'> & { school: SchoolDates } & Pick<SchoolChanges, 'contentOn'>;

/** Why the day is special; what the school says of it; and the next school day, with its lessons, where it is none. */
export function dayNotes(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  date: number,
  { lessonsOn, school, contentOn }: Rules,
): HTMLElement[] {
  const reason = school.reason(timetable, selection, date);
  const hasSchool = lessonsOn(timetable, selection, date) !== null;
  const why = reason ?? (hasSchool ? null : [say('noLessonsToday')]);
  const cycleDay = school.cycleDay(timetable, date);
  const next = hasSchool ? null : school.nextSchoolDay(timetable, selection, date);
  const content = contentOn(timetable, selection, date);
  const notes = [
    ...(why === null ? [] : [element('p', {}, ...why)]),
    ...(cycleDay === null ? [] : [element('p', {}, say('dayOfCycle', cycleDay))]),
    ...(content === null ? [] : noteParagraphs(content)),
  ];
  if (next === null) return notes;
  const words = say('nextSchoolDay', { day: weekdayInWords(next) });
  const lessons = lessonsOn(timetable, selection, next);
  // Another version may apply by then.
  if (lessons === null) return [...notes, element('p', {}, words)];
  const special = school.reason(timetable, selection, next);
  return [
    ...notes,
    element(
      'details',
      {},
      element('summary', {}, words),
      special !== null && element('p', {}, ...special),
      lessonList(lessons, namingOf(timetable)),
    ),
  ];
}

function lessonList({ blocks }: GridDay, naming: Naming): HTMLElement {
  const cells = blocks.flatMap((block) => block.cells);
  if (cells.length === 0) return element('p', { class: 'quiet' }, say('noLessons'));
  return element('ol', { class: 'lessons' }, ...cells.map((cell) => lesson(cell, naming)));
}

const lesson = (cell: PlacedCell, { distinct }: Naming): HTMLElement =>
  element(
    'li',
    {},
    element('span', { class: 'quiet' }, `${spanInWords(cell)} `),
    nameOf(titleOf(cell)),
    cell.rooms.length > 0 && ' · ',
    ...listed(cell.rooms.map((room) => nameOf(distinct(room)))),
  );
