// A school of two classes, whose days and lessons a test writes out: four periods a day, with a break after the second.

import type { BellSchedule, Calendar, LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { publishedTimetable } from '../support/small-timetable.ts';

const periodsFrom = (times: readonly [string, string][]) =>
  times.map(([startTime, endTime], index) => ({ id: `p${index}`, name: `${index + 1}`, startTime, endTime }));
const usual: [string, string][] = [
  ['08:00', '08:45'],
  ['08:45', '09:30'],
  ['09:50', '10:35'],
  ['10:35', '11:20'],
];

/** @param days [day of the week, week of the cycle], with ids d0, d1 and so on */
export function bells(
  days: readonly (readonly [number, number | null])[],
  {
    id = 'bs_main',
    cycleLength = 1,
    times = usual,
  }: { id?: string; cycleLength?: number; times?: [string, string][] } = {},
): BellSchedule {
  const own = days.map(([dayOfWeek, weekInCycle], index) => ({
    id: `d${index}`,
    label: `Day ${index + 1}`,
    shortLabel: `${index + 1}`,
    dayOfWeek,
    weekInCycle,
  }));
  const breaks = [{ id: 'b', name: 'Break', startTime: '09:30', endTime: '09:50', followsPeriodIndex: 1 }];
  return {
    id,
    name: id,
    isDefault: id === 'bs_main',
    scheduleType: 'weekly',
    cycleLength,
    days: own,
    dayConfigurations: [{ id: 'c', dayIds: own.map((day) => day.id), periods: periodsFrom(times), breaks }],
  };
}

export const weekdays = [1, 2, 3, 4, 5] as const;
export const oneWeek = (...more: number[]) => bells([...weekdays, ...more].map((day) => [day, null]));
export const twoWeeks = (days: readonly number[] = weekdays) =>
  bells(
    [1, 2].flatMap((week) => days.map((day) => [day, week] as const)),
    { cycleLength: 2 },
  );
/** A cycle of six days, each on some day of the week. */
export const sixDays = () => bells([1, 2, 3, 4, 5, 1].map((day) => [day, null]));

/** Published from Monday 31 August 2026 on. */
export function version(id: string, changes: Partial<Timetable> & { bellSchedule?: BellSchedule } = {}): Timetable {
  const bellSchedule = changes.bellSchedule ?? oneWeek();
  const base = publishedTimetable(id, { effectiveFrom: 20260831 });
  const classes = base.classes.map((each) => ({ ...each, bellScheduleId: null }));
  return { ...base, bellSchedule, bellSchedules: [bellSchedule], classes, lessonUnits: [], ...changes };
}

/** A unit of the first class, its teacher and its room. */
export function unit(
  localId: string,
  dayId: string,
  periodIndex: number,
  changes: Partial<LessonUnit> = {},
): LessonUnit {
  const [base] = publishedTimetable('base').lessonUnits;
  if (base === undefined) throw new Error('the small timetable has a unit');
  return { ...base, localId, dayId, periodIndex, ...changes };
}

/** Units of one span, at these periods. */
export const span = (spanId: string, dayId: string, periods: readonly number[], changes: Partial<LessonUnit> = {}) =>
  periods.map((period, index) => unit(`lu_${spanId}${index}`, dayId, period, { spanId, ...changes }));

export const firstClass = 'entity-cls_1';
export const secondClass = 'entity-cls_2';

export const calendar = (changes: Partial<Calendar> = {}): Calendar => ({
  timeZone: 'Europe/Berlin',
  schoolDays: [...weekdays],
  counting: 'calendarWeeks',
  ...changes,
});
