// Finds the lessons of a date and a time. The API has no school calendar, so this rule replaces it:
//
// The weeks of a cycle are counted from the Monday of the week in which the version takes effect (effectiveFrom), which is
// the first week of the cycle. Holidays do not stop the count. If a school counts differently, `shift` corrects it by a
// number of weeks. A draft has no effectiveFrom, so its cycle begins in the week of the date.

import type { Timetable } from '../contract/types.generated.ts';
import { type DateLike, toDay, weekdayOf, weeksBetween } from './calendar-day.ts';
import { type CycleDay, cycleDays } from './cycle-day.ts';
import type { GridDay, GridSelection, PlacedCell } from './grid.ts';
import { gridFor } from './grid-for.ts';
import { listDays } from './list-days.ts';
import type { ResolvedTimetable } from './resolve-timetable.ts';
import { weeksInCycle } from './weeks-in-cycle.ts';

export type OnDateOptions = {
  /** How many weeks the school is ahead of the rule above. */
  shift?: number;
};

/**
 * The week of the cycle on a date, as days of the timetable number it (weekInCycle).
 * @returns null when all weeks are the same
 * @throws RangeError when `date` is not a calendar day
 */
export function weekOn(
  timetable: Timetable | ResolvedTimetable,
  date: DateLike,
  options: OnDateOptions = {},
): number | null {
  const document = documentOf(timetable);
  const weeks = weeksInCycle(document.bellSchedules);
  return weeks === null ? null : turn(document, date, weeks, options) + 1;
}

/**
 * The day of a class, teacher, room, student or subject on a date: its lessons in `blocks`, its periods and breaks in
 * `timelines`. Holidays are not considered.
 * @returns null on a day of the week without lessons at this school, and where the version does not apply on the date
 * @throws RangeError when `date` is not a calendar day
 */
export function lessonsOn(
  timetable: Timetable | ResolvedTimetable,
  selection: GridSelection,
  date: DateLike,
  options: OnDateOptions = {},
): GridDay | null {
  const document = documentOf(timetable);
  const day = toDay(date);
  const { effectiveFrom, effectiveTo } = document;
  if ((effectiveFrom !== null && day < effectiveFrom) || (effectiveTo !== null && day > effectiveTo)) return null;
  const week = weekOn(timetable, date, options);
  const weeks = gridFor(timetable, selection).weeks;
  // A class may have the same lessons every week in a school where others have a cycle.
  const { days = [] } = weeks.find((each) => each.week === week || each.week === null) ?? {};
  // A cycle that numbers its days but not its weeks has several Mondays, which alternate.
  const candidates = days.filter(({ dayOfWeek }) => dayOfWeek === weekdayOf(day));
  return candidates[turn(document, date, candidates.length, options)] ?? null;
}

/**
 * The day of the cycle on a date.
 * @returns null on a day of the week without lessons at this school
 * @throws RangeError when `date` is not a calendar day
 */
export function dayOn(
  timetable: Timetable | ResolvedTimetable,
  date: DateLike,
  options: OnDateOptions = {},
): CycleDay | null {
  const document = documentOf(timetable);
  const week = weekOn(timetable, date, options);
  const candidates = cycleDays(listDays(document.bellSchedules)).filter(
    ({ place }) => place.week === week && place.dayOfWeek === weekdayOf(toDay(date)),
  );
  return candidates[turn(document, date, candidates.length, options)]?.place ?? null;
}

/** The lessons that take place at a time of a day, and those that begin next. */
export type NowAndNext = { now: PlacedCell[]; next: PlacedCell[] };

/**
 * @param day from `lessonsOn`
 * @param time HH:MM of the school's clock, 24 hours
 * @throws RangeError when `time` has another form, since times are compared as text
 */
export function nowAndNext(day: GridDay | null, time: string): NowAndNext {
  if (!/^\d\d:\d\d$/.test(time)) throw new RangeError(`${time} is not a time; write 09:05`);
  const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
  const later = cells.filter(({ startTime }) => startTime > time);
  const begins = later.reduce((first, { startTime }) => (startTime < first ? startTime : first), '99:99');
  return {
    now: cells.filter(({ startTime, endTime }) => startTime <= time && time < endTime),
    next: later.filter(({ startTime }) => startTime === begins),
  };
}

const documentOf = (timetable: Timetable | ResolvedTimetable): Timetable =>
  'document' in timetable ? timetable.document : timetable;

/** The index of the week of a date in a cycle of `length` weeks, from 0. */
function turn({ effectiveFrom }: Timetable, date: DateLike, length: number, { shift = 0 }: OnDateOptions): number {
  if (length === 0) return 0;
  const day = toDay(date);
  const weeks = weeksBetween(effectiveFrom ?? day, day) + shift;
  return ((weeks % length) + length) % length;
}
