// The periods of the cycle, and the times of lessons in it. Both are times of the clock, since bell schedules differ while
// teachers and rooms are shared.

import type { LessonUnit, Timetable } from '../../contract/types.generated.ts';
import type { GridTimeline } from '../grid/grid.ts';
import { byDay, type CycleDay, cycleDays, isSameDay } from './cycle-day.ts';
import { listDays } from './list-days.ts';

/** HH:MM on a day of the cycle. */
export type TimeInCycle = CycleDay & { startTime: string; endTime: string };

export type SchoolPeriod = TimeInCycle & { name: string };

/** More than any cycle has: ten years of weeks with two hundred periods. */
const maxPeriods = 100_000;

/** All periods of these bell schedules in the order of time. Those with the same times are one, named by the first. */
export function schoolPeriods(document: Timetable, scheduleIds: ReadonlySet<string>): SchoolPeriod[] {
  const periods = new Map<string, SchoolPeriod>();
  // Days and periods are listed apart in a bell schedule, so a document may have more pairs of them than fit in memory.
  listing: for (const { place, day } of cycleDays(listDays(document.bellSchedules))) {
    for (const { bellSchedule, periods: own } of day.timelines) {
      if (!scheduleIds.has(bellSchedule.id)) continue;
      for (const { name, startTime, endTime } of own) {
        const key = [place.week, place.turn, place.dayOfWeek, startTime, endTime].join();
        if (!periods.has(key)) periods.set(key, { ...place, name, startTime, endTime });
        if (periods.size >= maxPeriods) break listing;
      }
    }
  }
  const text = ({ startTime, endTime }: SchoolPeriod) => `${startTime} ${endTime}`;
  return [...periods.values()].sort(
    (one, other) => byDay(one, other) || (text(one) < text(other) ? -1 : Number(text(one) > text(other))),
  );
}

/** Finds the times of a unit on bell schedules: none when it is not scheduled. */
export function unitTimes(document: Timetable): (unit: LessonUnit, scheduleIds: readonly string[]) => TimeInCycle[] {
  const days = new Map<string, { place: CycleDay; periods: GridTimeline['periods'] }[]>();
  for (const { place, day } of cycleDays(listDays(document.bellSchedules))) {
    for (const { bellSchedule, dayId, periods } of day.timelines) {
      const key = JSON.stringify([bellSchedule.id, dayId]);
      const known = days.get(key);
      if (known === undefined) days.set(key, [{ place, periods }]);
      else known.push({ place, periods });
    }
  }
  return ({ dayId, periodIndex }, scheduleIds) =>
    scheduleIds.flatMap((id) =>
      (days.get(JSON.stringify([id, dayId])) ?? []).flatMap(({ place, periods }): TimeInCycle[] => {
        const period = periods[periodIndex ?? -1];
        return period === undefined ? [] : [{ ...place, startTime: period.startTime, endTime: period.endTime }];
      }),
    );
}

/** A time that ends when the other begins does not overlap it. */
export const overlaps = (one: TimeInCycle, other: TimeInCycle): boolean =>
  isSameDay(one, other) && one.startTime < other.endTime && other.startTime < one.endTime;
