// Reads the cards of each lesson: where it was placed, and which cards could not be placed.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import { type AscElement, type AscFile, listOf, placeOf, textOf } from './asc-file.ts';
import { type Bits, parseBits } from './bits.ts';
import { findLessonWeeks, namesWeeks } from './find-lesson-weeks.ts';
import type { Bells } from './read-bells.ts';
import { type Calendar, daysOf } from './read-calendar.ts';
import { periodNumber } from './read-day-times.ts';

export type CardUnit = {
  at: { week: number; day: number; period: number } | null;
  rooms: string[];
  locked: boolean;
};

export type AscCards = {
  byLesson: ReadonlyMap<string, CardUnit[]>;
  ofOtherTerms: number;
  withoutLesson: number;
  /** How many the bell schedule has. */
  periods: number;
};

/** @returns null where there are more cards than any school has, with the reason in `findings` */
export function readCards(
  file: AscFile,
  calendar: Calendar,
  { periodByNumber }: Bells,
  knownRooms: ReadonlySet<string>,
  findings: Findings,
): AscCards | null {
  const weeksOfLesson = findLessonWeeks(file);
  const byLesson = new Map<string, CardUnit[]>();
  let [ofOtherTerms, withoutLesson, units, references] = [0, 0, 0, 0];
  for (const card of file.elements.card) {
    const place = placeOf(file, 'card', card);
    const lessonId = textOf(card, 'lessonid');
    const terms = parseBits(textOf(card, 'terms'));
    if (lessonId === '' || !weeksOfLesson.has(lessonId)) {
      findings.add('asc.card-without-lesson', place, `the lesson ${quote(lessonId)} is not listed`);
      withoutLesson++;
    } else if (terms !== null && !terms.set.includes(calendar.term)) ofOtherTerms++;
    else {
      const rooms = listOf(card, 'classroomids', 'classroomid').filter((room) => {
        if (!knownRooms.has(room)) findings.add('asc.room-unknown', place, `the room ${quote(room)} is not listed`);
        return knownRooms.has(room);
      });
      const locked = textOf(card, 'locked') === '1';
      const weeks = weeksOfLesson.get(lessonId) ?? null;
      const placements = placementsOf(card, weeks, calendar, periodByNumber, (rule, message) =>
        findings.add(rule, place, message),
      );
      units += placements.length;
      // A card with a place in every week has its rooms in each, so a few cards may name more rooms than fit in memory.
      references += placements.length * rooms.length;
      if (units > limits.units || references > limits.references) {
        const what =
          units > limits.units ? `${limits.units} units` : `${limits.references} rooms, counting repetitions`;
        findings.add('school.too-large', place, `the cards have more than ${what}`);
        return null;
      }
      const ofLesson = byLesson.get(lessonId) ?? [];
      for (const at of placements) ofLesson.push({ at, rooms, locked });
      byLesson.set(lessonId, ofLesson);
    }
  }
  return { byLesson, ofOtherTerms, withoutLesson, periods: periodByNumber.size };
}

type Report = (
  rule: 'asc.card-not-placed' | 'asc.card-outside-bell' | 'asc.card-weeks-assumed' | 'asc.card-weeks-of-lesson',
  message: string,
) => void;

/**
 * One placement for each day and week of the card, and null for each week in which it is not placed.
 * @param ofLesson the weeks of the lesson, which hold where the card names none
 */
function placementsOf(
  card: AscElement,
  ofLesson: Bits | null,
  calendar: Calendar,
  periodByNumber: ReadonlyMap<string, number>,
  report: Report,
): CardUnit['at'][] {
  const everyWeek = calendar.weeks.map((_, week) => week);
  const own = parseBits(textOf(card, 'weeks'));
  const weeks = namesWeeks(own) ? own : ofLesson;
  if (weeks !== null && weeks === ofLesson)
    report('asc.card-weeks-of-lesson', `the weeks of its lesson are ${inWords(weeks)}`);
  else if (weeks === null && own?.width !== 1 && everyWeek.length > 1)
    report(
      'asc.card-weeks-assumed',
      own === null ? 'it names no weeks' : `its weeks are ${quote(textOf(card, 'weeks'))}`,
    );
  const days = daysOf(card, calendar);
  const inWeeks = weeks?.set ?? everyWeek;
  const isOpen = days?.open === true;
  const number = periodNumber(textOf(card, 'period'));
  if (isOpen || inWeeks.length === 0 || days === null || days.set.length === 0 || number === null) {
    const [day, week] = [textOf(card, 'days', 'day'), textOf(card, 'weeks')];
    report('asc.card-not-placed', `days ${quote(day)}, weeks ${quote(week)}, period ${quote(textOf(card, 'period'))}`);
    return isOpen || inWeeks.length === 0 ? [null] : inWeeks.map(() => null);
  }
  const period = periodByNumber.get(String(number));
  if (period === undefined) report('asc.card-outside-bell', `there is no period ${number}`);
  return inWeeks.flatMap((week) => days.set.map((day) => (period === undefined ? null : { week, day, period })));
}

const inWords = ({ set }: Bits): string =>
  set
    .slice(0, 20)
    .map((week) => week + 1)
    .join(', ');
