// Reads the holidays of an iCalendar file, as ministries and calendar programs publish them: each event of whole days, with its
// name. Of RFC 5545: lines and folding (3.1), dates (3.3.4), durations (3.3.6), texts (3.3.11), events (3.6.1).

import { addDays, toDay } from '../../../calendar/time/day.ts';

/** Both days are included. */
export type Holiday = { name: string; firstDay: number; lastDay: number };

/** `leftOut`: how many events are not of whole days, were cancelled, or cannot be understood. */
export type HolidaysRead =
  | { outcome: 'read'; holidays: Holiday[]; leftOut: number }
  | { outcome: 'none' }
  | { outcome: 'too many' };

/** Characters of a file, and events. */
export const [longestFile, mostHolidays] = [2_000_000, 1000] as const;
/** What a calendar allows for a name. */
const longestName = 200;

export function readHolidays(file: string): HolidaysRead {
  if (file.length > longestFile) return { outcome: 'too many' };
  const lines = file
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  const holidays: Holiday[] = [];
  let leftOut = 0;
  let event: Map<string, string> | null = null;
  /** Of components within the event, such as alarms. */
  let depth = 0;
  for (const line of lines) {
    const { name, value } = propertyOf(line);
    if (name === 'BEGIN' && event === null) {
      if (value.toUpperCase() === 'VEVENT') event = new Map();
    } else if (name === 'BEGIN') depth += 1;
    else if (name === 'END' && depth > 0) depth -= 1;
    else if (name === 'END' && event !== null) {
      const holiday = holidayOf(event);
      event = null;
      if (holiday === null) leftOut += 1;
      else if (holidays.length === mostHolidays) return { outcome: 'too many' };
      else holidays.push(holiday);
    } else if (event !== null && depth === 0 && !event.has(name)) event.set(name, value);
  }
  if (holidays.length === 0) return { outcome: 'none' };
  return { outcome: 'read', holidays: holidays.sort((one, other) => one.firstDay - other.firstDay), leftOut };
}

/** A line as `DTSTART;VALUE=DATE:20261012`. A colon in quotes belongs to a parameter. */
function propertyOf(line: string): { name: string; value: string } {
  const end = /^[^":]*(?:"[^"]*"[^":]*)*(?=:)/.exec(line)?.[0].length ?? line.length;
  return { name: (line.slice(0, end).split(';', 1)[0] ?? '').toUpperCase(), value: line.slice(end + 1).trim() };
}

function holidayOf(event: ReadonlyMap<string, string>): Holiday | null {
  const firstDay = dayOf(event.get('DTSTART'));
  const name = textOf(event.get('SUMMARY') ?? '');
  if (firstDay === null || name === '' || event.get('STATUS')?.toUpperCase() === 'CANCELLED') return null;
  // The end is the day after the last. Some programs write the same day twice for one.
  const end = event.has('DTEND') ? dayOf(event.get('DTEND')) : afterDuration(firstDay, event.get('DURATION') ?? 'P1D');
  return end === null || end < firstDay ? null : { name, firstDay, lastDay: Math.max(firstDay, addDays(end, -1)) };
}

/** @returns null for a moment, and for what is no day */
function dayOf(value: string | undefined): number | null {
  if (value === undefined || !/^[12]\d{7}$/.test(value)) return null;
  try {
    return toDay(Number(value));
  } catch {
    return null;
  }
}

function afterDuration(day: number, duration: string): number | null {
  const [, weeks, days] = /^\+?P(?:(\d{1,2})W|(\d{1,3})D)(?:T0[HMS])*$/i.exec(duration) ?? [];
  return weeks === undefined && days === undefined ? null : addDays(day, Number(weeks ?? 0) * 7 + Number(days ?? 0));
}

const textOf = (value: string): string =>
  [
    ...value
      .replace(/\\(.)/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped))
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, longestName)
    .join('')
    .slice(0, longestName);
