// Finds who and what is free: the rooms at a time, and the periods in which several teachers, classes, rooms or students
// have no lesson. Only scheduled lessons count, and a room group reserves no room.

import type { Room, Timetable } from '../contract/types.generated.ts';
import { allSchedulesOf, findUnits, schedulesOf } from './find-units.ts';
import type { GridSelection } from './grid.ts';
import { ensureResolved, type ResolvedTimetable } from './resolve-timetable.ts';
import { overlaps, type SchoolPeriod, schoolPeriods, type TimeInCycle, unitTimes } from './school-periods.ts';

/**
 * The periods of the cycle in order: those of the bell schedules that the selections follow, or of all. Periods of several
 * schedules with the same times are one; others may overlap.
 */
export function periodsOf(
  timetable: Timetable | ResolvedTimetable,
  selections: readonly GridSelection[] = [],
): SchoolPeriod[] {
  const resolved = ensureResolved(timetable);
  const followed = selections.flatMap((selection) => [
    ...allSchedulesOf(resolved, selection, findUnits(resolved, selection)),
  ]);
  const all = resolved.bellSchedules.all.map(({ id }) => id);
  return schoolPeriods(resolved.document, new Set(selections.length > 0 ? followed : all));
}

/**
 * The rooms without a lesson at a time, in the document's order. A room that the organisation no longer has is left out.
 * @param at a period of `periodsOf`, or any other time of a day of it
 */
export function freeRooms(timetable: Timetable | ResolvedTimetable, at: TimeInCycle): Room[] {
  const resolved = ensureResolved(timetable);
  const timesOf = unitTimes(resolved.document);
  const taken = new Set(
    resolved.document.lessonUnits.flatMap((unit) =>
      timesOf(unit, schedulesOf(resolved, unit, { room: '' })).some((time) => overlaps(time, at)) ? unit.roomIds : [],
    ),
  );
  return resolved.rooms.all.filter(({ localId, isActive }) => isActive && !taken.has(localId));
}

/** The periods of the cycle, in order, in which none of them has a lesson. */
export function freeTogether(
  timetable: Timetable | ResolvedTimetable,
  selections: readonly GridSelection[],
): SchoolPeriod[] {
  const resolved = ensureResolved(timetable);
  const timesOf = unitTimes(resolved.document);
  /** The different times of lessons on each day: a broken timetable may have thousands of lessons at one. */
  const taken = new Map<string, Map<string, TimeInCycle>>();
  for (const selection of selections)
    for (const unit of findUnits(resolved, selection))
      for (const time of timesOf(unit, schedulesOf(resolved, unit, selection))) {
        const ofDay = taken.get(dayKey(time)) ?? new Map<string, TimeInCycle>();
        taken.set(dayKey(time), ofDay.set(`${time.startTime} ${time.endTime}`, time));
      }
  return periodsOf(resolved, selections).filter((period) => {
    for (const lesson of taken.get(dayKey(period))?.values() ?? []) if (overlaps(lesson, period)) return false;
    return true;
  });
}

const dayKey = ({ week, turn, dayOfWeek }: TimeInCycle): string => `${week} ${turn} ${dayOfWeek}`;
