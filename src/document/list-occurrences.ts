// Lists when each lesson unit takes place, according to the bell schedules of its classes.

import type { BellSchedule, LessonUnit, Timetable } from '../contract/types.generated.ts';
import type { Budget } from './budget.ts';

/** A period on a day of a bell schedule. `start` and `end` are minutes since the start of the week; `cycle` is in weeks. */
type Slot = { schedule: string; dayId: string; week: number | null; cycle: number; start: number; end: number };
/** A unit in a slot of one of its bell schedules. */
export type Occurrence = { position: number; unit: LessonUnit; slot: Slot };

type Day = BellSchedule['days'][number];
type Period = BellSchedule['dayConfigurations'][number]['periods'][number];
type DayOfSchedule = { day: Day; schedule: string; cycle: number; periods: readonly Period[] };

/** Sorted by start. */
export function listOccurrences({ bellSchedule, bellSchedules, classes, lessonUnits }: Timetable): Occurrence[] {
  const scheduleOfClass = new Map(classes.map(({ localId, bellScheduleId }) => [localId, bellScheduleId]));
  const scheduleOf = (classId: string) => scheduleOfClass.get(classId) ?? bellSchedule.id;
  const days = new Map(bellSchedules.map((schedule) => [schedule.id, listDays(schedule)]));
  const occurrences: Occurrence[] = [];
  lessonUnits.forEach((unit, position) => {
    const { dayId, periodIndex, classIds } = unit;
    if (dayId === null || periodIndex === null) return;
    const own = classIds.length === 0 ? [bellSchedule.id] : classIds.map(scheduleOf);
    for (const schedule of distinct(own)) {
      const day = days.get(schedule)?.get(dayId);
      const period = day?.periods[periodIndex];
      if (day !== undefined && period !== undefined) occurrences.push({ position, unit, slot: slotOf(day, period) });
    }
  });
  return occurrences.sort((one, other) => one.slot.start - other.slot.start);
}

/** The days of a schedule by id. Slots are made when a unit is in them: days times periods may be far more. */
function listDays({ id: schedule, cycleLength, days, dayConfigurations }: BellSchedule): Map<string, DayOfSchedule> {
  // A week beyond the cycle is a mistake with a warning of its own. The cycle is then as long as that week needs.
  const cycle = days.reduce((most, { weekInCycle }) => Math.max(most, weekInCycle ?? 1), cycleLength);
  const periodsOf = new Map<string, readonly Period[]>();
  for (const { dayIds, periods } of dayConfigurations) for (const id of dayIds) periodsOf.set(id, periods);
  return new Map(days.map((day) => [day.id, { day, schedule, cycle, periods: periodsOf.get(day.id) ?? [] }]));
}

function slotOf({ day, schedule, cycle }: DayOfSchedule, { startTime, endTime }: Period): Slot {
  const midnight = day.dayOfWeek * 24 * 60;
  const [start, end] = [midnight + minutesOf(startTime), midnight + minutesOf(endTime)];
  return { schedule, dayId: day.id, week: day.weekInCycle, cycle, start, end };
}

/** Minutes since midnight of a time HH:MM. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Removes duplicates. Nearly all units have one teacher, one class and one room, so a single id is returned as it is. */
export const distinct = (ids: readonly string[]): readonly string[] => (ids.length > 1 ? [...new Set(ids)] : ids);

/**
 * The pairs that overlap in time and are not meant to, the earlier one first. Stops when the budget is spent.
 * @param uses sorted by start
 */
export function* overlapping(
  uses: readonly Occurrence[],
  isIntended: (one: LessonUnit, other: LessonUnit) => boolean,
  budget: Budget,
): Generator<[Occurrence, Occurrence]> {
  const days = groupByDay(uses);
  const passed = new Map<Occurrence[], number>();
  for (const one of uses) {
    const ofDay = days.get(one.slot.dayId) ?? days.get(anyDay) ?? [];
    const next = (passed.get(ofDay) ?? 0) + 1;
    passed.set(ofDay, next);
    for (let index = next; index < ofDay.length; index++) {
      const other = ofDay[index];
      if (other === undefined || other.slot.start >= one.slot.end) break;
      if (!budget.spend(1)) return;
      if (sameDay(one.slot, other.slot) && !isIntended(one.unit, other.unit)) yield [one, other];
    }
  }
}

const anyDay = Symbol('any day');

/**
 * The uses of each day, so that the weeks of a long cycle are not compared with each other. Uses of several schedules stay
 * together, since a day of one may be a day of another.
 */
function groupByDay(uses: readonly Occurrence[]): Map<string | typeof anyDay, Occurrence[]> {
  const [first] = uses;
  if (uses.some(({ slot }) => slot.schedule !== first?.slot.schedule)) return new Map([[anyDay, [...uses]]]);
  const days = new Map<string, Occurrence[]>();
  for (const use of uses) {
    const ofDay = days.get(use.slot.dayId);
    if (ofDay === undefined) days.set(use.slot.dayId, [use]);
    else ofDay.push(use);
  }
  return days;
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
