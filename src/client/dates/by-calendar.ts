// Finds the day of the cycle, and the lessons of a selection, on a date of a school that has a calendar. What takes place is
// decided by src/calendar; this only puts it into the form of a grid.

import { readBellCycle } from '../../calendar/bell-cycle.ts';
import type { SchoolDay } from '../../calendar/create-school-year.ts';
import { appliesOn } from '../../calendar/lessons/applies-on.ts';
import { type PlaceInCycle, placeInCycle } from '../../calendar/place-in-cycle.ts';
import { addDays, isoDay, weekdayOf } from '../../calendar/time/day.ts';
import type { BellSchedule, BellScheduleDay, Calendar, Day, Timetable, Week } from '../../contract/types.generated.ts';
import { cellsOfDay } from '../days/cells-of-day.ts';
import { dayIn } from '../days/day-in.ts';
import { allSchedulesOf, findUnits, ownClasses } from '../find-units.ts';
import { cellsOn } from '../grid/cells-on.ts';
import type { GridDay, GridSelection, GridTimeline } from '../grid/grid.ts';
import { layBlocks } from '../grid/lay-blocks.ts';
import type { ResolvedTimetable } from '../resolve-timetable.ts';
import { schoolYearOf } from './calendar-of.ts';
import { type CycleDay, cycleDays } from './cycle-day.ts';
import { listDays } from './list-days.ts';
import { maxWeeks, weeksInCycle } from './weeks-in-cycle.ts';

/** The week of the cycle; null when all weeks are the same, and in a week that does not count. @param day from `toDay` */
export function weekByCalendar(document: Timetable, day: number, calendar: Calendar): number | null {
  const weeks = weeksInCycle(document.bellSchedules);
  if (weeks === null) return null;
  const year = schoolYearOf(calendar);
  const schoolDay = year.on(day);
  if (!schoolDay.isSchoolDay) {
    if (calendar.counting === 'schoolDays') return null;
    const { weeksBefore } = year.count();
    if (calendar.counting === 'schoolWeeks' && weeksBefore(addDays(day, 7)) === weeksBefore(day)) return null;
  }
  const [own, ...others] = document.bellSchedules.flatMap((schedule) => {
    const week = placeOn(document, schedule, schoolDay, calendar).weekInCycle;
    return week === null ? [] : [{ week, of: readBellCycle(schedule, calendar).weeks }];
  });
  if (own === undefined) return null;
  // Cycles of different lengths run side by side, until all of them begin together again.
  for (let week = own.week; week <= Math.min(weeks, maxWeeks); week += own.of)
    if (others.every((other) => (week - other.week) % other.of === 0)) return week;
  return own.week;
}

/** The place of a day in the cycle of the default bell schedule; null on a day without school. */
export function placeByCalendar(document: Timetable, day: number, calendar: Calendar): PlaceInCycle | null {
  const schoolDay = schoolYearOf(calendar).on(day);
  return schoolDay.isSchoolDay ? placeOn(document, document.bellSchedule, schoolDay, calendar) : null;
}

/** The day of the cycle in the default bell schedule; null on a day without school. */
export function dayByCalendar(document: Timetable, day: number, calendar: Calendar): CycleDay | null {
  const { bellSchedule } = document;
  const place = placeByCalendar(document, day, calendar);
  if (place === null) return null;
  const [running] = place.days;
  const week = weekByCalendar(document, day, calendar);
  const found = cycleDays(listDays(document.bellSchedules)).find(
    (each) =>
      each.place.week === week &&
      each.day.timelines.some(
        (timeline) => timeline.bellSchedule.id === bellSchedule.id && timeline.dayId === running?.id,
      ),
  );
  return found?.place ?? null;
}

/**
 * The day of a selection; null when nobody in it has school and nothing was added, and where the version does not apply.
 * @param different an answer with what is different from the plan; one of other dates, or null, leaves the plan as it is
 */
export function lessonsByCalendar(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  day: number,
  calendar: Calendar,
  different: Day | Week | null = null,
): GridDay | null {
  const { document } = timetable;
  if (!appliesOn(document, day)) return null;
  const running = runningDays(timetable, selection, day, calendar);
  const content = different === null || document.status !== 'published' ? null : dayIn(different, day);
  const dated = content === null ? null : cellsOfDay(timetable, selection, content);
  // Of a version that is not in use on the day the answer says nothing, so its plan is shown.
  const isInUse = [...(content?.lessons ?? []), ...(content?.cancelled ?? [])].some(
    ({ timetableId }) => timetableId === document.id,
  );
  const planned = isInUse || running.length === 0 ? [] : cellsOn(timetable, selection, day, calendar);
  const cells = [...planned, ...(dated?.cells ?? [])];
  const named = running[0]?.day ?? (cells.length > 0 ? dayWithoutBells(document, day) : null);
  if (named === null) return null;
  const { label, shortLabel, dayOfWeek } = named;
  return {
    ...{ label, shortLabel, dayOfWeek },
    timelines: running.map(({ timeline }) => timeline),
    blocks: layBlocks(cells),
    ...(dated !== null && { cancelled: dated.cancelled }),
  };
}

/** A day without school on which lessons still take place has the name of its day of the week. */
function dayWithoutBells({ bellSchedule }: Timetable, day: number) {
  const dayOfWeek = weekdayOf(day);
  return (
    bellSchedule.days.find((each) => each.dayOfWeek === dayOfWeek) ?? { label: isoDay(day), shortLabel: '', dayOfWeek }
  );
}

type Running = { day: BellScheduleDay; timeline: GridTimeline };

/** The days that take place in the bell schedules of a selection: for everybody, or its own classes, and for its units' classes. */
function runningDays(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  day: number,
  calendar: Calendar,
): Running[] {
  const { document, classes, bellSchedules } = timetable;
  const year = schoolYearOf(calendar);
  const units = findUnits(timetable, selection);
  const own = ownClasses(timetable, selection);
  const found = new Map<string, Running>();
  const add = (schedule: BellSchedule, schoolDay: SchoolDay) => {
    if (!schoolDay.isSchoolDay) return;
    for (const each of placeOn(document, schedule, schoolDay, calendar).days) {
      const key = JSON.stringify([schedule.id, each.id, schoolDay.periods]);
      if (!found.has(key)) found.set(key, { day: each, timeline: timelineOf(schedule, each, schoolDay) });
    }
  };
  const schedules = allSchedulesOf(timetable, selection, units);
  const school = own.length > 0 ? own.map(({ entityId }) => year.on(day, entityId)) : [year.on(day)];
  for (const schedule of bellSchedules.all)
    if (schedules.has(schedule.id)) for (const each of school) add(schedule, each);
  if (own.length === 0)
    for (const id of new Set(units.flatMap(({ classIds }) => classIds))) {
      const schoolClass = classes.byLocalId.get(id);
      if (schoolClass !== undefined) add(timetable.bellScheduleOf(schoolClass), year.on(day, schoolClass.entityId));
    }
  return [...found.values()];
}

const placeOn = (
  { effectiveFrom }: Timetable,
  schedule: BellSchedule,
  schoolDay: SchoolDay,
  calendar: Calendar,
): PlaceInCycle => placeInCycle(schoolYearOf(calendar), readBellCycle(schedule, calendar), effectiveFrom, schoolDay);

/** On a day with other bells only the periods that take place, and no breaks, whose times are not known. */
function timelineOf(bellSchedule: BellSchedule, { id }: BellScheduleDay, { periods: bells }: SchoolDay): GridTimeline {
  const { periods = [], breaks = [] } = bellSchedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(id)) ?? {};
  if (bells === null) return { bellSchedule, dayId: id, periods, breaks };
  const changed = bells
    .toSorted((one, other) => one.periodIndex - other.periodIndex)
    .flatMap((bell) => {
      const period = periods[bell.periodIndex];
      return period === undefined ? [] : [{ ...period, startTime: bell.startTime, endTime: bell.endTime }];
    });
  return { bellSchedule, dayId: id, periods: changed, breaks: [] };
}
