// The weeks and days that a grid has. Bell schedules have days of their own, with ids of their own: where a selection
// lives by several, the Monday of one and the Monday of the other are the same day.

import type { BellSchedule, BellScheduleDay } from '../contract/types.generated.ts';
import type { GridDay, GridTimeline, PlacedCell } from './grid.ts';

/** A day before its cells are laid out. */
export type OpenDay = Omit<GridDay, 'blocks'> & { cells: PlacedCell[] };

export type OpenWeek = { week: number | null; days: OpenDay[] };

/**
 * Days stand in the order of the first schedule; days that only a later one has follow the day before them there.
 * Where weeks are told apart, a day without a week is in each of them.
 */
export function daysOf(schedules: readonly BellSchedule[]): OpenWeek[] {
  const numbers = new Set(schedules.flatMap(({ days }) => days.flatMap(({ weekInCycle }) => weekInCycle ?? [])));
  const weeks = numbers.size === 0 ? [null] : [...numbers].sort((one, other) => one - other);
  return weeks.map((week) => ({ week, days: daysOfWeek(schedules, week) }));
}

function daysOfWeek(schedules: readonly BellSchedule[], week: number | null): OpenDay[] {
  const days: OpenDay[] = [];
  for (const schedule of schedules) {
    let position = -1;
    for (const day of schedule.days) {
      if (day.weekInCycle !== null && day.weekInCycle !== week) continue;
      const timeline = timelineOf(schedule, day);
      const same = sameDay(days, schedule, day);
      if (same >= 0) {
        days[same]?.timelines.push(timeline);
        position = same;
        continue;
      }
      const { label, shortLabel, dayOfWeek } = day;
      position++;
      days.splice(position, 0, { label, shortLabel, dayOfWeek, timelines: [timeline], cells: [] });
    }
  }
  return days;
}

/**
 * The day that is there already and is the same: one of that id, or else the first of its number. One schedule may have
 * several days of one number; they stay apart, and none takes the place of one that has its own id elsewhere.
 */
function sameDay(days: readonly OpenDay[], schedule: BellSchedule, { id, dayOfWeek }: BellScheduleDay): number {
  const ofNumber = (day: OpenDay) => day.dayOfWeek === dayOfWeek;
  const byId = days.findIndex((day) => ofNumber(day) && day.timelines.some(({ dayId }) => dayId === id));
  if (byId >= 0) return byId;
  const own = new Set(schedule.days.map((each) => each.id));
  return days.findIndex(
    (day) =>
      ofNumber(day) && day.timelines.every(({ bellSchedule, dayId }) => bellSchedule !== schedule && !own.has(dayId)),
  );
}

function timelineOf(bellSchedule: BellSchedule, { id }: BellScheduleDay): GridTimeline {
  const { periods = [], breaks = [] } = bellSchedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(id)) ?? {};
  return { bellSchedule, dayId: id, periods, breaks };
}
