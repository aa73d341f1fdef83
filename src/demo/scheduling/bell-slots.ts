// Slots: the placements that the bell schedules of a timetable offer, seen as stretches of the clock. Two slots of different
// schedules, or of different timetables, can be the same moment for a teacher.
import type { BellSchedule } from '../../contract/types.generated.ts';

export interface Slot {
  /** Position among all slots of the timetable. */
  index: number;
  bellScheduleId: string;
  dayId: string;
  periodIndex: number;
  dayOfWeek: number;
  weekInCycle: number | null;
  startTime: string;
  endTime: string;
  /** Indexes of the slots of this timetable at the same moment, its own included. */
  sameMoment: number[];
}

export function bellSlots(bellSchedules: readonly BellSchedule[]): Slot[] {
  const slots = bellSchedules
    .flatMap((bellSchedule) =>
      bellSchedule.days.flatMap((day) => {
        const configuration = bellSchedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(day.id));
        return (configuration?.periods ?? []).map(({ startTime, endTime }, periodIndex) => ({
          bellScheduleId: bellSchedule.id,
          dayId: day.id,
          periodIndex,
          dayOfWeek: day.dayOfWeek,
          weekInCycle: day.weekInCycle,
          startTime,
          endTime,
        }));
      }),
    )
    .map((slot, index): Slot => ({ ...slot, index, sameMoment: [] }));
  for (const slot of slots) slot.sameMoment = slots.filter((other) => overlap(slot, other)).map(({ index }) => index);
  return slots;
}

/** Times are HH:MM and compare as text. A day of every week meets a day of any week. */
export function overlap(one: Slot, other: Slot): boolean {
  return (
    one.dayOfWeek === other.dayOfWeek &&
    one.startTime < other.endTime &&
    other.startTime < one.endTime &&
    (one.weekInCycle === null || other.weekInCycle === null || one.weekInCycle === other.weekInCycle)
  );
}

/** All stretches of `length` periods of one bell schedule without a break in between. */
export function slotRuns(slots: readonly Slot[], bellScheduleId: string, length: number): Slot[][] {
  const own = slots.filter((slot) => slot.bellScheduleId === bellScheduleId);
  return own
    .map((_, start) => own.slice(start, start + length))
    .filter((run) => run.length === length && run.every((slot, index) => index === 0 || follows(slot, run[index - 1])));
}

function follows(slot: Slot, before: Slot | undefined): boolean {
  return before?.dayId === slot.dayId && before.endTime === slot.startTime;
}
