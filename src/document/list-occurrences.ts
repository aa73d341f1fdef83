// Lists when each lesson unit takes place, according to the bell schedules of its classes.

import type { BellSchedule, LessonUnit, Timetable } from '../contract/types.generated.ts';

/** A period on a day of a bell schedule. `start` and `end` are minutes since the start of the week; `cycle` is in weeks. */
type Slot = { schedule: string; dayId: string; week: number | null; cycle: number; start: number; end: number };
/** A unit in a slot of one of its bell schedules. */
export type Occurrence = { position: number; unit: LessonUnit; slot: Slot };

/** Sorted by start. */
export function listOccurrences({ bellSchedule, bellSchedules, classes, lessonUnits }: Timetable): Occurrence[] {
  const scheduleOfClass = new Map(classes.map(({ localId, bellScheduleId }) => [localId, bellScheduleId]));
  const scheduleOf = (classId: string) => scheduleOfClass.get(classId) ?? bellSchedule.id;
  const slots = new Map(bellSchedules.map((schedule) => [schedule.id, listSlots(schedule)]));
  const occurrences: Occurrence[] = [];
  lessonUnits.forEach((unit, position) => {
    const { dayId, periodIndex, classIds } = unit;
    if (dayId === null || periodIndex === null) return;
    const own = classIds.length === 0 ? [bellSchedule.id] : classIds.map(scheduleOf);
    for (const schedule of distinct(own)) {
      const slot = slots.get(schedule)?.get(dayId)?.[periodIndex];
      if (slot !== undefined) occurrences.push({ position, unit, slot });
    }
  });
  return occurrences.sort((one, other) => one.slot.start - other.slot.start);
}

/** The slots of each day, by day id. */
function listSlots({ id: schedule, cycleLength, days, dayConfigurations }: BellSchedule): Map<string, Slot[]> {
  // A week beyond the cycle is a mistake with a warning of its own. The cycle is then as long as that week needs.
  const cycle = Math.max(cycleLength, ...days.map(({ weekInCycle }) => weekInCycle ?? 1));
  return new Map(
    days.map(({ id: dayId, dayOfWeek, weekInCycle: week }) => {
      const periods = dayConfigurations.find(({ dayIds }) => dayIds.includes(dayId))?.periods ?? [];
      const minutes = (time: string) => dayOfWeek * 24 * 60 + minutesOf(time);
      const slots = periods.map(({ startTime, endTime }) => ({
        schedule,
        dayId,
        week,
        cycle,
        start: minutes(startTime),
        end: minutes(endTime),
      }));
      return [dayId, slots];
    }),
  );
}

/** Minutes since midnight of a time HH:MM. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Removes duplicates. Nearly all units have one teacher, one class and one room, so a single id is returned as it is. */
export const distinct = (ids: readonly string[]): readonly string[] => (ids.length > 1 ? [...new Set(ids)] : ids);

/**
 * The pairs that overlap in time and are not meant to, the earlier one first.
 * @param uses sorted by start
 */
export function* overlapping(
  uses: readonly Occurrence[],
  isIntended: (one: LessonUnit, other: LessonUnit) => boolean,
): Generator<[Occurrence, Occurrence]> {
  let next = 0;
  for (const one of uses) {
    next += 1;
    for (let index = next; index < uses.length; index++) {
      const other = uses[index];
      if (other === undefined || other.slot.start >= one.slot.end) break;
      if (sameDay(one.slot, other.slot) && !isIntended(one.unit, other.unit)) yield [one, other];
    }
  }
}

/**
 * Whether two slots of the same day of the week have a date in common. Days of one schedule are compared by id. Between two
 * schedules, a day without a week number is in every week, and numbered weeks are those of cycles that run side by side:
 * two weeks meet if their numbers differ by a multiple of the cycles' greatest common divisor.
 */
function sameDay(one: Slot, other: Slot): boolean {
  if (one.schedule === other.schedule) return one.dayId === other.dayId;
  if (one.week === null || other.week === null) return true;
  return (one.week - other.week) % greatestDivisor(one.cycle, other.cycle) === 0;
}

/** Euclid's algorithm. */
const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
