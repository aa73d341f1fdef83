// The one place where a day and a time at the school become a moment, and back. The rules of time zones are those of the
// runtime's Intl; process.versions.tz tells their release.

import { dayAtUtc } from './day.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Making a formatter takes far longer than using it. There are some 600 names of zones, of which few are used. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const mostFormatters = 100;

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const all = 'numeric';
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    ...{ hourCycle: 'h23', year: all, month: all, day: all, hour: all, minute: all, second: all },
  });
  if (formatters.size >= mostFormatters) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

/** Whether it is an IANA name that the runtime knows. A mere offset such as +01:00, which newer runtimes take, is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const fields = formatterOf(zone).format(moment).match(/\d+/g);
  const [month = 0, date = 0, year = 0, hour, minutes, seconds] = fields?.map(Number) ?? [];
  return Date.UTC(year, month - 1, date, hour, minutes, seconds) - Math.floor(moment / 1000) * 1000;
}

/**
 * The moment of a time at the school, in milliseconds since 1970. A time that the clocks skip is read with the offset before
 * the change, and one that they repeat is the first (RFC 5545 section 3.3.5; `compatible` of Temporal).
 * @param date YYYYMMDD
 * @param time HH:MM; 24:00 is the next midnight
 * @param zone a name that `isTimeZone` accepts
 * @throws RangeError for any other zone
 */
export function localToUtc(date: number, time: string, zone: string): number {
  const [year, month] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100];
  const local = Date.UTC(year, month - 1, date % 100, Number(time.slice(0, 2)), Number(time.slice(3, 5)));
  // No zone changes its clocks twice within two days.
  const before = offsetAt(local - day, zone);
  const after = offsetAt(local + day, zone);
  if (before === after) return local - before;
  // After a clock was set back, the offset before the change gives the first of two moments.
  const isTrue = (offset: number) => offsetAt(local - offset, zone) === offset;
  return local - (!isTrue(before) && isTrue(after) ? after : before);
}

/**
 * The local time of a moment with its offset, such as 2026-11-23T08:00:00+01:00.
 * @param moment milliseconds since 1970
 */
export function localTimestamp(moment: number, zone: string): string {
  // ISO 8601 has no seconds in an offset, as those of before 1972 have: the time is then shifted by them.
  const offset = Math.round(offsetAt(moment, zone) / minute);
  const ahead = Math.abs(offset);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const text = new Date(moment + offset * minute).toISOString().slice(0, 19);
  return `${text}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

/** The day at the school, YYYYMMDD. @param moment milliseconds since 1970 */
export const dayAt = (moment: number, zone: string): number => dayAtUtc(moment + offsetAt(moment, zone));

/** The time at the school, HH:MM. @param moment milliseconds since 1970 */
export const timeAt = (moment: number, zone: string): string =>
  new Date(moment + offsetAt(moment, zone)).toISOString().slice(11, 16);
