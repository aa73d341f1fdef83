// Calendar days in the API's form, YYYYMMDD, without a time zone. Arithmetic is done on whole days since 1 January 1970.

/** A calendar day, as '2026-09-01' or in the API's form, 20260901. */
export type DateLike = string | number;

/**
 * The day as a number, YYYYMMDD.
 * @throws RangeError when `date` is not a calendar day
 */
export function toDay(date: DateLike): number {
  const digits = typeof date === 'number' ? String(date) : date.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits)?.map(Number) ?? [];
  const moment = new Date(Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day));
  if (moment.getUTCMonth() + 1 !== month || moment.getUTCDate() !== day)
    throw new RangeError(`${date} is not a calendar day; write 2026-09-01 or 20260901`);
  return Number(digits);
}

/** As 2026-09-01. @param day from `toDay` */
export const isoDay = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** Days since 1 January 1970, a Thursday. @param day from `toDay` */
export const daysSince1970 = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100) / 86_400_000;

/** The day of a moment at UTC. @param moment milliseconds since 1970 */
export function dayAtUtc(moment: number): number {
  const date = new Date(moment);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

export const addDays = (day: number, days: number): number => dayAtUtc((daysSince1970(day) + days) * 86_400_000);

/** Negative when `to` is earlier. */
export const daysBetween = (from: number, to: number): number => daysSince1970(to) - daysSince1970(from);

/** Each day from one to another, both included. */
export const daysFrom = (from: number, to: number): number[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((daysSince1970(day) + 3) % 7) + 7) % 7) + 1;

/** The Monday of its week. */
export const mondayOf = (day: number): number => addDays(day, 1 - weekdayOf(day));

export const firstOfMonth = (day: number): number => day - (day % 100) + 1;

/** The first of the month so many months later. @param first a first of a month */
export const addMonths = (first: number, months: number): number =>
  dayAtUtc(Date.UTC(Math.floor(first / 10_000), (Math.floor(first / 100) % 100) - 1 + months, 1));
