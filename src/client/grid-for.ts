// The timetable of one class, teacher, room, student or subject, ready to draw: placements become clock times of the
// right bell schedule, units of a span become one cell, parallel lessons are side by side. Implements "To
// render a grid" of the specification.

import type { Timetable } from '../contract/types.generated.ts';
import { cellOf, mergeSpans } from './cell-of.ts';
import { allSchedulesOf, findUnits, schedulesOf } from './find-units.ts';
import type { Grid, GridSelection, GridTimeline, PlacedCell } from './grid.ts';
import { layBlocks } from './lay-blocks.ts';
import { listDays, type OpenDay } from './list-days.ts';
import { ensureResolved, type ResolvedTimetable } from './resolve-timetable.ts';
import { weeksInCycle } from './weeks-in-cycle.ts';

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
  const unplaced = [];
  for (const run of runs) {
    const cell = cellOf(resolved, run);
    const first = run[0];
    const scheduleIds = first === undefined ? [] : schedulesOf(resolved, first, selection);
    let placed = false;
    for (const { days } of weeks) {
      for (const day of days) {
        for (const timeline of day.timelines) {
          if (!scheduleIds.includes(timeline.bellSchedule.id)) continue;
          const onClock = placeCell(cell, timeline);
          if (onClock === null) continue;
          placed = true;
          addOnce(day, onClock);
        }
      }
    }
    if (!placed) unplaced.push(cell);
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

/** Merges cells of two bell schedules with the same times, since the lesson is taught once. */
function addOnce({ cells }: OpenDay, cell: PlacedCell): void {
  const same = cells.some(
    ({ units, startTime, endTime }) => units === cell.units && startTime === cell.startTime && endTime === cell.endTime,
  );
  if (!same) cells.push(cell);
}
