// Finds the day of the cycle on a date where the organisation has no calendar, by this rule:
//
// The weeks of a cycle are counted from the Monday of the week in which the version takes effect (effectiveFrom), which is
// the first week of the cycle. Holidays do not stop the count. If a school counts differently, `shift` corrects it by a
// number of weeks. A draft has no effectiveFrom, so its cycle begins in the week of the date.

import { appliesOn } from '../../calendar/lessons/applies-on.ts';
import { weekdayOf } from '../../calendar/time/day.ts';
import { weeksBetween } from '../../calendar/time/school-week.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { GridDay, GridSelection } from '../grid/grid.ts';
import { gridFor } from '../grid/grid-for.ts';
import type { ResolvedTimetable } from '../resolve-timetable.ts';
import { type CycleDay, cycleDays } from './cycle-day.ts';
import { listDays } from './list-days.ts';
import { weeksInCycle } from './weeks-in-cycle.ts';

/** The week of the cycle on a day; null when all weeks are the same. @param day from `toDay` */
export function weekByCount(document: Timetable, day: number, shift: number): number | null {
  const weeks = weeksInCycle(document.bellSchedules);
  return weeks === null ? null : turn(document, day, weeks, shift) + 1;
}

/** The day of a selection; null on a weekday without lessons, and where the version does not apply. */
export function lessonsByCount(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  day: number,
  shift: number,
): GridDay | null {
  const { document } = timetable;
  if (!appliesOn(document, day)) return null;
  const week = weekByCount(document, day, shift);
  const weeks = gridFor(timetable, selection).weeks;
  // A class may have the same lessons every week in a school where others have a cycle.
  const { days = [] } = weeks.find((each) => each.week === week || each.week === null) ?? {};
  // A cycle that numbers its days but not its weeks has several Mondays, which alternate.
  const candidates = days.filter(({ dayOfWeek }) => dayOfWeek === weekdayOf(day));
  return candidates[turn(document, day, candidates.length, shift)] ?? null;
}

/** The day of the cycle; null on a weekday without lessons at this school. */
export function dayByCount(document: Timetable, day: number, shift: number): CycleDay | null {
  const week = weekByCount(document, day, shift);
  const candidates = cycleDays(listDays(document.bellSchedules)).filter(
    ({ place }) => place.week === week && place.dayOfWeek === weekdayOf(day),
  );
  return candidates[turn(document, day, candidates.length, shift)]?.place ?? null;
}

/** The index of the week of a day in a cycle of `length` weeks, from 0. */
function turn({ effectiveFrom }: Timetable, day: number, length: number, shift: number): number {
  if (length === 0) return 0;
  const weeks = weeksBetween(effectiveFrom ?? day, day, 1) + shift;
  return ((weeks % length) + length) % length;
}
