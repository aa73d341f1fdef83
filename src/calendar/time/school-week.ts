// The week of a school: the week of a cycle changes on its first day. The ISO weeks of the paths are other weeks, which begin on a
// Monday everywhere.

import type { Calendar } from '../../contract/types.generated.ts';
import { addDays, daysBetween, weekdayOf } from './day.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/**
 * The school day after the longest run of days without school, from 1 for Monday: Sunday where there is school from Sunday to
 * Thursday. Of several such days the first of the ISO week, so Monday where there is school on all days or none.
 */
export function weekStartOf({ schoolDays }: Pick<Calendar, 'schoolDays'>): number {
  const freeDaysBefore = (day: number) => {
    let free = 0;
    while (free < 7 && !schoolDays.includes(((day + 12 - free) % 7) + 1)) free += 1;
    return free;
  };
  const [first = 1] = weekdays
    .filter((day) => schoolDays.includes(day))
    .sort((one, other) => freeDaysBefore(other) - freeDaysBefore(one) || one - other);
  return first;
}

/** The first day of the week that a day lies in. @param start the day of the week on which weeks begin */
export const beginOfWeek = (day: number, start: number): number => addDays(day, -((weekdayOf(day) - start + 7) % 7));

/** Weeks between the weeks of two days; negative when `to` is earlier. */
export const weeksBetween = (from: number, to: number, start: number): number =>
  daysBetween(beginOfWeek(from, start), beginOfWeek(to, start)) / 7;
