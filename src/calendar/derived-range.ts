// What is served at a moment: six weeks, and the months of the calendar. Both move on by themselves, on a Monday and on the
// first of a month at the school.

import type { Calendar, TimetableVersionSummary } from '../contract/types.generated.ts';
import { versionsOn } from './lessons/versions-on.ts';
import { addDays, addMonths, firstOfMonth, mondayOf } from './time/day.ts';
import { isoWeekOf } from './time/iso-week.ts';
import { dayAt, localToUtc } from './time/zone.ts';

export type DerivedRange = {
  /** The date at the school. */
  today: number;
  /** The ISO week of today and the next five. */
  weeks: string[];
  /** Milliseconds since 1970: when these weeks and months began to be served, and when the next follow. */
  validFrom: number;
  validUntil: number;
  /** The months of the calendar, before they are clipped to the terms. */
  firstDay: number;
  lastDay: number;
};

const weeksServed = 6;

/** @param moment milliseconds since 1970 */
export function derivedRange(moment: number, zone: string): DerivedRange {
  const today = dayAt(moment, zone);
  const monday = mondayOf(today);
  const month = firstOfMonth(today);
  const midnight = (day: number) => localToUtc(day, '00:00', zone);
  return {
    today,
    weeks: Array.from({ length: weeksServed }, (_, index) => isoWeekOf(addDays(monday, 7 * index))),
    validFrom: Math.max(midnight(monday), midnight(month)),
    validUntil: Math.min(midnight(addDays(monday, 7)), midnight(addMonths(month, 1))),
    ...monthsAround(today),
  };
}

const daysAhead = 14;

/**
 * The days that are served: from the Monday of this week to 14 days ahead. They move on at midnight at the school.
 * @param today YYYYMMDD
 */
export function daysServed(today: number, zone: string): { dates: number[]; validFrom: string; validUntil: string } {
  const dates: number[] = [];
  for (let day = mondayOf(today); day <= addDays(today, daysAhead); day = addDays(day, 1)) dates.push(day);
  const midnight = (day: number) => new Date(localToUtc(day, '00:00', zone)).toISOString();
  return { dates, validFrom: midnight(today), validUntil: midnight(addDays(today, 1)) };
}

/** From the first of the month before to the last day of the 13th month after. */
export function monthsAround(today: number): { firstDay: number; lastDay: number } {
  const month = firstOfMonth(today);
  return { firstDay: addMonths(month, -1), lastDay: addDays(addMonths(month, 14), -1) };
}

/** What of a range lies between the first day of the first term and the last day of the last; null when nothing does. */
export function clipToTerms(
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
  terms: Calendar['terms'] = [],
): { firstDay: number; lastDay: number } | null {
  let [first, last] = [firstDay, lastDay];
  if (terms.length > 0) {
    first = Math.max(
      first,
      terms.reduce((least, term) => Math.min(least, term.firstDay), Number.POSITIVE_INFINITY),
    );
    last = Math.min(
      last,
      terms.reduce((most, term) => Math.max(most, term.lastDay), 0),
    );
  }
  return first <= last ? { firstDay: first, lastDay: last } : null;
}

/** The versions that apply on at least one of these days, in the order of the list. */
export function versionsNeeded<Version extends TimetableVersionSummary>(
  versions: readonly Version[],
  firstDay: number,
  lastDay: number,
): Version[] {
  const needed = new Set<Version>();
  const published = versions.filter(({ status }) => status === 'published');
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1))
    for (const version of versionsOn(published, day)) needed.add(version);
  return versions.filter((version) => needed.has(version));
}
