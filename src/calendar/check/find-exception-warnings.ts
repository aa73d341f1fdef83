// Finds what looks wrong in an exception that says how a day runs: bells that overlap or last a whole day, and periods or days
// that no bell schedule of that date has. It is used all the same, and what is nowhere does not take place.

import type { BellSchedule, BellTime, Calendar, Exception, Like } from '../../contract/types.generated.ts';
import { readBellCycle } from '../bell-cycle.ts';
import type { CalendarFinding } from './calendar-codes.ts';

const minutesADay = 1440;

/**
 * @param path of the exception
 * @param schedules those of the versions that apply on its date; none where nothing is known of them
 */
export function findExceptionWarnings(
  path: string,
  { date, like, periods = [] }: Exception,
  schedules: readonly BellSchedule[],
  calendar: Calendar,
): CalendarFinding[] {
  const warnings = warnOfTimes(path, periods);
  if (schedules.length === 0) return warnings;
  let most = 0;
  for (const { dayConfigurations } of schedules)
    for (const each of dayConfigurations) most = Math.max(most, each.periods.length);
  for (const [index, { periodIndex }] of periods.entries())
    if (periodIndex >= most)
      warnings.push({
        path: `${path}.periods[${index}].periodIndex`,
        message: `no bell schedule that applies on ${date} has a period ${periodIndex}, counted from 0; the last one is ${most - 1}`,
        ...{ code: 'period-of-no-schedule', values: { date, period: periodIndex + 1 } },
      });
  if (like !== undefined && !schedules.some((schedule) => hasDay(schedule, like, calendar)))
    warnings.push({
      ...{ path: `${path}.like`, message: `no bell schedule that applies on ${date} has such a day` },
      ...{ code: 'day-of-no-schedule', values: { date } },
    });
  return warnings;
}

/** One warning for each period at most. */
function warnOfTimes(path: string, periods: readonly BellTime[]): CalendarFinding[] {
  const spans = periods
    .map(({ startTime, endTime }, index) => {
      const [start, end] = [minutesOf(startTime), minutesOf(endTime)];
      return { index, startTime, start, end: end > start ? end : end + minutesADay };
    })
    .sort((one, other) => one.start - other.start);
  let latest: (typeof spans)[number] | null = null;
  const warnings: CalendarFinding[] = [];
  for (const span of spans) {
    if (span.end - span.start === minutesADay)
      warnings.push({
        path: `${path}.periods[${span.index}].endTime`,
        message: `the period begins and ends at ${span.startTime}, so it lasts 24 hours`,
        ...{ code: 'period-lasts-a-day', values: { time: span.startTime } },
      });
    else if (latest !== null && span.start < latest.end)
      warnings.push({
        path: `${path}.periods[${span.index}].startTime`,
        message: `the period begins before that of ${path}.periods[${latest.index}] is over`,
        code: 'periods-overlap',
      });
    if (latest === null || span.end > latest.end) latest = span;
  }
  return warnings;
}

function hasDay(schedule: BellSchedule, { day, week, dayOfWeek }: Like, calendar: Calendar): boolean {
  const cycle = readBellCycle(schedule, calendar);
  if (calendar.counting === 'schoolDays') return day !== undefined && day <= cycle.days.length;
  if (dayOfWeek === undefined) return false;
  const weeks =
    week === undefined || cycle.weeks === 1 ? Array.from({ length: cycle.weeks }, (_, at) => at + 1) : [week];
  return weeks.some((each) => cycle.daysOf(each, dayOfWeek).length > 0);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
