// Answers questions about the days of a school that has a calendar: what day and time it is there, whether there is school,
// and when there is school again. Lessons are those of `lessonsOn`.

import { createSchoolYear, type SchoolDay, type SchoolYear } from '../../calendar/create-school-year.ts';
import { addDays, type DateLike, toDay } from '../../calendar/time/day.ts';
import { dayAt, timeAt } from '../../calendar/time/zone.ts';
import type { Calendar } from '../../contract/types.generated.ts';

export type SchoolCalendar = {
  /**
   * The date at the school as YYYYMMDD, and the time there as HH:MM: what counts is its time zone, not the caller's.
   * @param moment milliseconds since 1970; now if it is left out
   */
  now(moment?: number): { date: number; time: string };
  /**
   * What holds on a date: for one class, by entityId, or for everybody.
   * @throws RangeError when `date` is not a calendar day
   */
  on(date: DateLike, classEntityId?: string | null): SchoolDay;
  /**
   * The first school day after a date, as YYYYMMDD; null when there is none within 400 days.
   * @throws RangeError when `date` is not a calendar day
   */
  nextSchoolDay(date: DateLike, classEntityId?: string | null): number | null;
};

/** More than any holiday. */
const daysAhead = 400;

/** Computed once for each calendar, since a page asks about many days. */
const years = new WeakMap<Calendar, SchoolYear>();

export function schoolYearOf(calendar: Calendar): SchoolYear {
  const year = years.get(calendar) ?? createSchoolYear(calendar);
  years.set(calendar, year);
  return year;
}

/** @param calendar from `client.calendar()`, or a file of `npm run calendar -- export` */
export function calendarOf(calendar: Calendar): SchoolCalendar {
  const year = schoolYearOf(calendar);
  return {
    now: (moment = Date.now()) => ({
      date: dayAt(moment, calendar.timeZone),
      time: timeAt(moment, calendar.timeZone),
    }),
    on: (date, classEntityId = null) => year.on(toDay(date), classEntityId),
    nextSchoolDay(date, classEntityId = null) {
      const start = toDay(date);
      for (let days = 1; days <= daysAhead; days++) {
        const day = addDays(start, days);
        if (year.on(day, classEntityId).isSchoolDay) return day;
      }
      return null;
    },
  };
}
