// Finds the lessons of a date. With a calendar it says what takes place; without one the weeks are counted (by-count.ts).

import { type DateLike, toDay } from '../../calendar/time/day.ts';
import type { Calendar, Day, Timetable, Week } from '../../contract/types.generated.ts';
import type { GridDay, GridSelection } from '../grid/grid.ts';
import { ensureResolved, type ResolvedTimetable } from '../resolve-timetable.ts';
import { dayByCalendar, lessonsByCalendar, weekByCalendar } from './by-calendar.ts';
import { dayByCount, lessonsByCount, weekByCount } from './by-count.ts';
import type { CycleDay } from './cycle-day.ts';

export type OnDateOptions = {
  /** The calendar, as `client.calendar()` returns it; without one, or with null, weeks are counted from effectiveFrom. */
  calendar?: Calendar | null;
  /** How many weeks the school is ahead of that count. It is not used with a calendar. */
  shift?: number;
  /**
   * What is different from the plan, as `client.day()`, `client.week()` and `client.weekOf()` return it. For other dates, and
   * without a calendar, it is not used. Only for `lessonsOn`, and a slice only for its own class, teacher or room.
   */
  different?: Day | Week | null;
};

/**
 * The week of the cycle on a date, as days of the timetable number it (weekInCycle).
 * @returns null when all weeks are the same, and where the calendar says that no week of the cycle is on
 * @throws RangeError when `date` is not a calendar day
 */
export function weekOn(
  timetable: Timetable | ResolvedTimetable,
  date: DateLike,
  { calendar = null, shift = 0 }: OnDateOptions = {},
): number | null {
  const document = documentOf(timetable);
  const day = toDay(date);
  return calendar === null ? weekByCount(document, day, shift) : weekByCalendar(document, day, calendar);
}

/**
 * The day of a class, teacher, room, student or subject on a date: its lessons in `blocks`, its periods and breaks in
 * `timelines`. With a calendar its times are those of the date, and holidays are considered; without one they are not. With what
 * is different on the day, `blocks` has what takes place, and `cancelled` what does not.
 * @returns null on a day without lessons at this school, and where the version does not apply on the date
 * @throws RangeError when `date` is not a calendar day
 */
export function lessonsOn(
  timetable: Timetable | ResolvedTimetable,
  selection: GridSelection,
  date: DateLike,
  { calendar = null, shift = 0, different = null }: OnDateOptions = {},
): GridDay | null {
  const resolved = ensureResolved(timetable);
  const day = toDay(date);
  return calendar === null
    ? lessonsByCount(resolved, selection, day, shift)
    : lessonsByCalendar(resolved, selection, day, calendar, different);
}

/**
 * The day of the cycle on a date, of the default bell schedule where there are several.
 * @returns null on a day without lessons at this school
 * @throws RangeError when `date` is not a calendar day
 */
export function dayOn(
  timetable: Timetable | ResolvedTimetable,
  date: DateLike,
  { calendar = null, shift = 0 }: OnDateOptions = {},
): CycleDay | null {
  const document = documentOf(timetable);
  const day = toDay(date);
  return calendar === null ? dayByCount(document, day, shift) : dayByCalendar(document, day, calendar);
}

const documentOf = (timetable: Timetable | ResolvedTimetable): Timetable =>
  'document' in timetable ? timetable.document : timetable;
