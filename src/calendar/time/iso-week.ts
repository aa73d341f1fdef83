// ISO 8601 weeks, such as 2026-W48: Monday to Sunday, numbered in the year that its Thursday lies in.

import { addDays, daysBetween, mondayOf } from './day.ts';

/** The ISO week of a day, such as 2026-W48. */
export function isoWeekOf(day: number): string {
  const thursday = addDays(mondayOf(day), 3);
  const year = Math.floor(thursday / 10_000);
  const week = Math.floor(daysBetween(year * 10_000 + 101, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** @returns null for what is not a week, such as 2027-W53 */
export function mondayOfIsoWeek(week: string): number | null {
  const [, year, number] = /^([1-9]\d{3})-W(\d\d)$/.exec(week)?.map(Number) ?? [];
  if (year === undefined || number === undefined) return null;
  // 4 January is always in week 1.
  const monday = addDays(mondayOf(year * 10_000 + 104), (number - 1) * 7);
  return isoWeekOf(monday) === week ? monday : null;
}
