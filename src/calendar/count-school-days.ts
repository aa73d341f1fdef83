// Counts the school days, and the weeks that have one, so that the place of any date in a cycle is one subtraction.

import { dayIndex, daysInAll } from './cover-days.ts';

export type SchoolDayCount = {
  /** How many days that count lie before a day. */
  daysBefore(day: number): number;
  /** How many weeks with a day that counts lie before the week of a day. */
  weeksBefore(day: number): number;
};

/**
 * @param counts whether the day at an index counts, as `dayIndex` numbers them
 * @param weekStart the day of the week on which weeks begin; 1 is Monday
 */
export function countSchoolDays(counts: (index: number) => boolean, weekStart: number): SchoolDayCount {
  const days = new Int32Array(daysInAll + 1);
  // The first of all days is a Monday, so of the first week so many days lie before it.
  const missing = (8 - weekStart) % 7;
  const weeks = new Int32Array(Math.ceil((daysInAll + missing) / 7) + 1);
  for (let index = 0; index < daysInAll; index++) days[index + 1] = (days[index] ?? 0) + Number(counts(index));
  const before = (index: number) => days[Math.min(Math.max(index, 0), daysInAll)] ?? 0;
  for (let week = 0; week + 1 < weeks.length; week++)
    weeks[week + 1] = (weeks[week] ?? 0) + Number(before(7 * week + 7 - missing) > before(7 * week - missing));
  return {
    daysBefore: (day) => before(dayIndex(day)),
    weeksBefore: (day) =>
      weeks[Math.min(Math.max(Math.floor((dayIndex(day) + missing) / 7), 0), weeks.length - 1)] ?? 0,
  };
}
