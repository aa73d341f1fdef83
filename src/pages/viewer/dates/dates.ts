// What day it is, and which lessons take place. Where the school has a calendar it decides, in the school's time zone;
// otherwise the reader's clock and the count of weeks do. One of the two is set before a page is drawn.

import { isoDay } from '../../../calendar/time/day.ts';
import type { Dates } from './date-rule.ts';
import { readerDates } from './reader-dates.ts';

let current: Dates = readerDates;

export const dates = (): Dates => current;

export function setDates(next: Dates): void {
  current = next;
}

/** Today, as YYYYMMDD. */
export const todayNumber = (): number => current.now().date;

/** Today, as 2026-09-01. */
export const today = (): string => isoDay(todayNumber());

/** Now, as HH:MM. */
export const clockTime = (): string => current.now().time;
