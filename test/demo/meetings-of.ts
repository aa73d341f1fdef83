// Reads a document as a person with a clock would: each placed lesson unit with its day and times, looked up in the bell
// schedule that its day belongs to. Knows nothing of how the demo school is made.
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';

export interface Meeting {
  timetable: Timetable;
  unit: LessonUnit;
  dayOfWeek: number;
  weekInCycle: number | null;
  startTime: string;
  endTime: string;
}

export function meetingsOf(timetable: Timetable): Meeting[] {
  const days = timetable.bellSchedules.flatMap((schedule) =>
    schedule.days.map((day) => ({
      day,
      periods: schedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(day.id))?.periods ?? [],
    })),
  );
  const dayById = new Map(days.map((entry) => [entry.day.id, entry]));
  return timetable.lessonUnits
    .filter(({ dayId }) => dayId !== null)
    .map((unit) => {
      const entry = dayById.get(unit.dayId ?? '');
      const period = entry?.periods[unit.periodIndex ?? -1];
      if (!entry || !period) throw new Error(`unit ${unit.localId} has no such placement`);
      const { dayOfWeek, weekInCycle } = entry.day;
      return { timetable, unit, dayOfWeek, weekInCycle, startTime: period.startTime, endTime: period.endTime };
    });
}

export function atTheSameTime(one: Meeting, other: Meeting): boolean {
  return (
    one.dayOfWeek === other.dayOfWeek &&
    (one.weekInCycle === null || other.weekInCycle === null || one.weekInCycle === other.weekInCycle) &&
    one.startTime < other.endTime &&
    other.startTime < one.endTime
  );
}
