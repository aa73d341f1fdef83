// The timetable of one class, teacher, room, student or subject, ready to draw: placements become clock times of the
// right bell schedule, units of a span become one cell, parallel lessons are side by side. Implements "To
// render a grid" of the specification.

import type { Timetable } from '../../contract/types.generated.ts';
import { listDays, type OpenDay, type OpenWeek } from '../dates/list-days.ts';
import { weeksInCycle } from '../dates/weeks-in-cycle.ts';
import { allSchedulesOf, findUnits, schedulesOf } from '../find-units.ts';
import { ensureResolved, type ResolvedTimetable } from '../resolve-timetable.ts';
import { cellOf, mergeSpans } from './cell-of.ts';
import type { Grid, GridSelection, GridTimeline, PlacedCell } from './grid.ts';
import { layBlocks } from './lay-blocks.ts';

/**
 * To draw several grids of one timetable, pass the result of `resolveTimetable`. An unknown localId gives an empty grid.
 */
export function gridFor(timetable: Timetable | ResolvedTimetable, selection: GridSelection): Grid {
  const resolved = ensureResolved(timetable);
  const units = findUnits(resolved, selection);
  const runs = mergeSpans(units);

  const scheduleIds = allSchedulesOf(resolved, selection, units);
  const schedules = resolved.bellSchedules.all.filter(({ id }) => scheduleIds.has(id));
  const weeks = listDays(schedules, weeksInCycle(resolved.document.bellSchedules));
  const placesOf = indexPlaces(weeks);
  const orderOf = new Map(schedules.map(({ id }, index) => [id, index]));
  const unplaced = [];
  for (const run of runs) {
    const cell = cellOf(resolved, run);
    const first = run[0];
    const placed: { day: OpenDay; cell: PlacedCell }[] = [];
    const own = first === undefined ? [] : schedulesOf(resolved, first, selection);
    for (const id of own.sort((one, other) => (orderOf.get(one) ?? 0) - (orderOf.get(other) ?? 0)))
      for (const { day, timeline } of placesOf.get(placeKey(id, first?.dayId ?? null)) ?? []) {
        const onClock = placeCell(cell, timeline);
        if (onClock !== null) placed.push({ day, cell: onClock });
      }
    addOnce(placed);
    if (placed.length === 0) unplaced.push(cell);
  }
  return {
    weeks: weeks.map(({ week, days }) => ({
      week,
      days: days.map(({ cells, ...day }) => ({ ...day, blocks: layBlocks(cells) })),
    })),
    unplaced,
  };
}

/** The cell with clock times of a day of a bell schedule; null when it is on another day, or the day lacks the period. */
function placeCell(cell: Grid['unplaced'][number], { bellSchedule, dayId, periods }: GridTimeline): PlacedCell | null {
  const [first, last] = [cell.units[0], cell.units.at(-1)];
  const [periodIndex, lastPeriodIndex] = [first?.periodIndex ?? -1, last?.periodIndex ?? -1];
  const [from, to] = [periods[periodIndex], periods[lastPeriodIndex]];
  if (first?.dayId !== dayId || from === undefined || to === undefined) return null;
  return {
    ...cell,
    bellScheduleId: bellSchedule.id,
    periodIndex,
    lastPeriodIndex,
    startTime: from.startTime,
    endTime: to.endTime,
    lane: 0,
  };
}

const placeKey = (bellScheduleId: string, dayId: string | null) => JSON.stringify([bellScheduleId, dayId]);

/** The days of the grid on which each day of a bell schedule takes place: one for each week of the cycle. */
function indexPlaces(weeks: readonly OpenWeek[]) {
  const places = new Map<string, { day: OpenDay; timeline: GridTimeline }[]>();
  for (const { days } of weeks)
    for (const day of days)
      for (const timeline of day.timelines) {
        const key = placeKey(timeline.bellSchedule.id, timeline.dayId);
        const known = places.get(key);
        if (known === undefined) places.set(key, [{ day, timeline }]);
        else known.push({ day, timeline });
      }
  return places;
}

/**
 * Adds the cells of one run to their days. Those of two bell schedules with the same times are one, since the lesson is taught
 * once.
 */
function addOnce(placed: readonly { day: OpenDay; cell: PlacedCell }[]): void {
  const times = new Map<OpenDay, Set<string>>();
  for (const { day, cell } of placed) {
    const ofDay = times.get(day) ?? new Set<string>();
    times.set(day, ofDay);
    const time = `${cell.startTime} ${cell.endTime}`;
    if (!ofDay.has(time)) day.cells.push(cell);
    ofDay.add(time);
  }
}
