// Assembles the data of Get Calendar: the calendar itself, and for each date of some fourteen months whether there is school,
// and which day of the cycle of each timetable it is.

import type {
  BellSchedule,
  Calendar,
  CalendarDate,
  Exception,
  PublishedCalendar,
  TimetableOnDay,
  TimetableVersionSummary,
} from '../contract/types.generated.ts';
import { type BellCycle, readBellCycle } from './bell-cycle.ts';
import { createSchoolYear, type SchoolDay, type SchoolYear } from './create-school-year.ts';
import { clipToTerms, monthsAround } from './derived-range.ts';
import { versionsOn } from './lessons/versions-on.ts';
import { placeInCycle } from './place-in-cycle.ts';
import { addDays } from './time/day.ts';
import { weekStartOf } from './time/school-week.ts';

/** What the calendar needs of a version. A whole document is one. */
export type VersionOnCalendar = TimetableVersionSummary & { bellSchedule: BellSchedule };

export type CalendarParts = {
  organisationId: string;
  /** Of the documents that the versions are from. */
  generation: number;
  calendar: Calendar;
  /** In the order of the list. Drafts, and versions of other times, may be left out. */
  versions: readonly VersionOnCalendar[];
  /** The date at the school. */
  today: number;
  /** The release of the time-zone data. */
  tzdata: string;
};

export function assembleCalendar(parts: CalendarParts): PublishedCalendar {
  const { organisationId, generation, calendar, versions, today, tzdata } = parts;
  const range = clipToTerms(monthsAround(today), calendar.terms);
  return {
    orgId: organisationId,
    generation,
    timeZone: calendar.timeZone,
    schoolDays: calendar.schoolDays,
    weekStartsOn: weekStartOf(calendar),
    terms: calendar.terms ?? [],
    closures: (calendar.closures ?? []).map((closure) => ({
      ...closure,
      classEntityIds: closure.classEntityIds ?? null,
    })),
    counting: calendar.counting,
    anchors: calendar.anchors ?? [],
    exceptions: (calendar.exceptions ?? []).map(withDefaults),
    firstDay: range?.firstDay ?? null,
    lastDay: range?.lastDay ?? null,
    tzdata,
    days: range === null ? [] : listDates(calendar, versions, range.firstDay, range.lastDay),
  };
}

function withDefaults(exception: Exception): Exception {
  const { kind, countsInCycle = true, classEntityIds = null } = exception;
  return { ...exception, ...(kind === 'runs' && { countsInCycle }), classEntityIds };
}

/** Every date of a range, for everybody, and for classes where something else holds for them. */
export function listDates(
  calendar: Calendar,
  versions: readonly VersionOnCalendar[],
  firstDay: number,
  lastDay: number,
): CalendarDate[] {
  const year = createSchoolYear(calendar);
  const published = versions.filter(({ status }) => status === 'published');
  const cycles = new Map<VersionOnCalendar, BellCycle>();
  const timetablesOn = (day: SchoolDay, inUse: readonly VersionOnCalendar[]) =>
    day.isSchoolDay ? inUse.map((version) => timetableOn(year, cycles, version, day)) : [];

  const dates: CalendarDate[] = [];
  for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
    const inUse = versionsOn(published, date);
    const everybody = year.on(date);
    dates.push({
      date,
      isSchoolDay: everybody.isSchoolDay,
      name: everybody.name,
      timetables: timetablesOn(everybody, inUse),
      scoped: year.scopesOn(date).map(({ classEntityIds, day }) => ({
        classEntityIds,
        isSchoolDay: day.isSchoolDay,
        name: day.name,
        timetables: timetablesOn(day, inUse),
      })),
    });
  }
  return dates;
}

function timetableOn(
  year: SchoolYear,
  cycles: Map<VersionOnCalendar, BellCycle>,
  version: VersionOnCalendar,
  day: SchoolDay,
): TimetableOnDay {
  const cycle = cycles.get(version) ?? readBellCycle(version.bellSchedule, year.calendar);
  cycles.set(version, cycle);
  const { weekInCycle, dayOfWeek, dayInCycle } = placeInCycle(year, cycle, version.effectiveFrom, day);
  const periods = day.periods === null ? null : [...day.periods];
  return { groupId: version.groupId, timetableId: version.id, weekInCycle, dayOfWeek, dayInCycle, periods };
}
