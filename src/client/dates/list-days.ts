// Lists the weeks and days of a grid. Each bell schedule has its own days with its own ids. When a selection uses several
// schedules, their Mondays are the same day of the grid.

import type { BellSchedule, BellScheduleDay } from '../../contract/types.generated.ts';
import type { GridDay, GridTimeline, PlacedCell } from '../grid/grid.ts';
import { maxWeeks, weeksInCycle, weeksOfDays } from './weeks-in-cycle.ts';

/** A day before its cells are laid out. */
export type OpenDay = Omit<GridDay, 'blocks'> & { cells: PlacedCell[] };

export type OpenWeek = { week: number | null; days: OpenDay[] };

type ScheduleWeeks = {
  schedule: BellSchedule;
  weeksOf: ReturnType<typeof weeksOfDays>;
  timelineOf: (day: BellScheduleDay) => GridTimeline;
  /** The ids of its days. */
  own: ReadonlySet<string>;
};

/**
 * Days are in the order of the first schedule. A day that only a later schedule has is inserted after the day that precedes
 * it there. In a cycle of several weeks, a day without a week number is in every week. A week without days is left out, and so
 * are those after ten years of weeks.
 * @param cycle `weeksInCycle` of the timetable, where the schedules are only some of its own
 */
export function listDays(schedules: readonly BellSchedule[], cycle = weeksInCycle(schedules)): OpenWeek[] {
  const all = schedules.map((schedule) => ({
    schedule,
    weeksOf: weeksOfDays(schedule, cycle),
    timelineOf: timelinesOf(schedule),
    own: new Set(schedule.days.map(({ id }) => id)),
  }));
  const numbers = new Set(all.flatMap(({ weeksOf }) => weeksOf.flatMap((weeks) => [...(weeks ?? [])])));
  const weeks = numbers.size === 0 ? [null] : [...numbers].sort((one, other) => one - other).slice(0, maxWeeks);
  return weeks.map((week) => ({ week, days: daysOfWeek(all, week) }));
}

function daysOfWeek(schedules: readonly ScheduleWeeks[], week: number | null): OpenDay[] {
  const days: OpenDay[] = [];
  for (const { schedule, weeksOf, timelineOf, own } of schedules) {
    let position = -1;
    for (const [index, day] of schedule.days.entries()) {
      if (week !== null && weeksOf[index]?.has(week) === false) continue;
      const timeline = timelineOf(day);
      // The days of the first schedule are all different.
      const same = schedule === schedules[0]?.schedule ? -1 : sameDay(days, schedule, own, day);
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
 * The index of the same day: the day with that id, or otherwise the first with the same day of the week. A schedule may
 * have several days with one day of the week. They stay separate, and a day is never matched to one that has another's id.
 */
function sameDay(
  days: readonly OpenDay[],
  schedule: BellSchedule,
  own: ReadonlySet<string>,
  { id, dayOfWeek }: BellScheduleDay,
): number {
  const ofNumber = (day: OpenDay) => day.dayOfWeek === dayOfWeek;
  const byId = days.findIndex((day) => ofNumber(day) && day.timelines.some(({ dayId }) => dayId === id));
  if (byId >= 0) return byId;
  return days.findIndex(
    (day) =>
      ofNumber(day) && day.timelines.every(({ bellSchedule, dayId }) => bellSchedule !== schedule && !own.has(dayId)),
  );
}

/** The first configuration of a day is its own. */
function timelinesOf(bellSchedule: BellSchedule): (day: BellScheduleDay) => GridTimeline {
  const configurationOf = new Map<string, BellSchedule['dayConfigurations'][number]>();
  for (const configuration of bellSchedule.dayConfigurations)
    for (const id of configuration.dayIds) if (!configurationOf.has(id)) configurationOf.set(id, configuration);
  return ({ id }) => {
    const { periods = [], breaks = [] } = configurationOf.get(id) ?? {};
    return { bellSchedule, dayId: id, periods, breaks };
  };
}
