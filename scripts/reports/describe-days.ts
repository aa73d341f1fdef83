// Days of a calendar as a table for people.

import type { SchoolDay } from '../../src/calendar/create-school-year.ts';
import { isoDay, weekdayOf } from '../../src/calendar/time/day.ts';
import type { CalendarDate, TimetableOnDay } from '../../src/contract/types.generated.ts';
import type { ShownDays } from '../../src/control/calendars/show-days.ts';
import { table } from './print-report.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function describeDays({ timeZone, days, why }: ShownDays): string[] {
  const rows = days.flatMap((day) => {
    const date = isoDay(day.date);
    const weekday = weekdayOf(day.date);
    const scoped = day.scoped.map((scope) => [
      '',
      '',
      `${scope.classEntityIds.join(', ')}: ${what(scope, null)}`,
      ...places(scope, weekday),
    ]);
    return [[date, weekdays[weekday - 1] ?? '', what(day, why[day.date] ?? null), ...places(day, weekday)], ...scoped];
  });
  return [...table(['DATE', 'WEEKDAY', 'SCHOOL', 'CYCLE', 'BELLS'], rows), '', `Dates are those of ${timeZone}.`];
}

type Described = Pick<CalendarDate, 'isSchoolDay' | 'name' | 'timetables'>;

/** Whether there is school, and what it is called or why there is none. */
function what({ isSchoolDay, name }: Described, why: SchoolDay['why']): string {
  const reason =
    why === 'outside terms' ? 'outside every term' : why === 'weekday' ? 'no school on this weekday' : null;
  const said = name ?? reason;
  return `${isSchoolDay ? 'yes' : 'no'}${said === null ? '' : `: ${said}`}`;
}

/** The place in the cycle and the bells, of each timetable where they differ. */
function places({ timetables }: Described, weekday: number): string[] {
  const cycles = timetables.map((timetable) => cycleOf(timetable, weekday));
  return [cycles, timetables.map(bellsOf)].map((each) => [...new Set(each)].join('; '));
}

function cycleOf({ weekInCycle, dayOfWeek, dayInCycle }: TimetableOnDay, weekday: number): string {
  const like = dayOfWeek === weekday ? [] : [`as on ${weekdays[dayOfWeek - 1] ?? dayOfWeek}`];
  return [
    ...(weekInCycle === null ? [] : [`week ${weekInCycle}`]),
    ...(dayInCycle === null ? like : [`day ${dayInCycle}`]),
  ].join(', ');
}

function bellsOf({ periods }: TimetableOnDay): string {
  if (periods === null) return '';
  return periods.length === 0 ? 'none' : periods.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(' ');
}
