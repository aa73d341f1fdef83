// Finds who and what is free: the rooms at a time, and the periods in which several teachers, classes, rooms or students
// have no lesson. Only scheduled lessons count, and a room group reserves no room.

import type { Room, Timetable } from '../contract/types.generated.ts';
import { overlaps, type SchoolPeriod, schoolPeriods, type TimeInCycle, unitTimes } from './dates/school-periods.ts';
import { weeksInCycle } from './dates/weeks-in-cycle.ts';
import { allSchedulesOf, findUnits, schedulesOf } from './find-units.ts';
import type { GridSelection } from './grid/grid.ts';
import { ensureResolved, type ResolvedTimetable } from './resolve-timetable.ts';

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
 * @param alsoIn the other timetables in use, which share the rooms. Where the cycle of one has another length, a lesson in any
 * of its weeks counts, since weeks of two cycles cannot be compared
 */
export function freeRooms(
  timetable: Timetable | ResolvedTimetable,
  at: TimeInCycle,
  alsoIn: readonly (Timetable | ResolvedTimetable)[] = [],
): Room[] {
  const resolved = ensureResolved(timetable);
  const taken = new Set(takenRooms(resolved, (time) => overlaps(time, at)).map(({ localId }) => localId));
  const cycle = weeksInCycle(resolved.document.bellSchedules);
  const takenElsewhere = new Set(
    alsoIn.map(ensureResolved).flatMap((other) => {
      const isComparable = weeksInCycle(other.document.bellSchedules) === cycle;
      const isThen = ({ week, ...time }: TimeInCycle) =>
        overlaps({ ...time, week: isComparable ? week : at.week, turn: at.turn }, at);
      return takenRooms(other, isThen).map(({ entityId }) => entityId);
    }),
  );
  return resolved.rooms.all.filter(
    ({ localId, entityId, isActive }) => isActive && !taken.has(localId) && !takenElsewhere.has(entityId),
  );
}

function takenRooms(timetable: ResolvedTimetable, isThen: (time: TimeInCycle) => boolean): Room[] {
  const { document, rooms } = timetable;
  const timesOf = unitTimes(document);
  return document.lessonUnits.flatMap((unit) =>
    timesOf(unit, schedulesOf(timetable, unit, { room: '' })).some(isThen)
      ? unit.roomIds.flatMap((id) => rooms.byLocalId.get(id) ?? [])
      : [],
  );
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
