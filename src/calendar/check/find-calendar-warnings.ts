// Finds what looks wrong in a calendar that may be used all the same, once the versions that it is for are known.

import type { BellSchedule, Calendar, Exception } from '../../contract/types.generated.ts';
import type { VersionOnCalendar } from '../assemble-calendar.ts';
import { readBellCycle } from '../bell-cycle.ts';
import { createSchoolYear, type SchoolYear } from '../create-school-year.ts';
import { versionsOn } from '../lessons/versions-on.ts';
import { addDays } from '../time/day.ts';
import { beginOfWeek, weekStartOf } from '../time/school-week.ts';
import { isZoneDataOld, releaseNeeded } from '../time/zone-changes.ts';
import type { CalendarFinding, CodedInCalendar } from './calendar-codes.ts';
import { findExceptionWarnings } from './find-exception-warnings.ts';

export type WarningParts = {
  /** One that `checkCalendar` finds nothing wrong with. */
  calendar: Calendar;
  /** In the order of the list. With all their bell schedules and classes where they are known. */
  versions: readonly (VersionOnCalendar & {
    bellSchedules?: readonly BellSchedule[];
    classes?: readonly { entityId: string }[];
  })[];
  /** The release of the time-zone data. */
  tzdata: string;
  /** The date at the school. Nothing is said about what is over. */
  today: number;
};

/** Nobody reads more of them. */
const mostWarnings = 1000;

/** Each with a JSON path into the calendar. */
export function findCalendarWarnings({ calendar, versions, tzdata, today }: WarningParts): CalendarFinding[] {
  const published = versions.filter(
    ({ status, effectiveTo }) => status === 'published' && (effectiveTo ?? today) >= today,
  );
  const year = createSchoolYear(calendar);
  const warnings = [
    ...warnOfZone(calendar, tzdata),
    ...warnOfTerms(calendar),
    ...warnOfAnchors(year, today),
    ...warnOfCycles(calendar, versions, today),
    ...warnOfExceptions(year, published, today),
    ...warnOfUnknownClasses(calendar, versions, today),
    ...warnOfUnreachedDays(calendar, published),
  ];
  return warnings.slice(0, mostWarnings);
}

function warnOfZone({ timeZone }: Calendar, tzdata: string): CalendarFinding[] {
  if (!isZoneDataOld(timeZone, tzdata)) return [];
  const message = `times in ${timeZone} need the time-zone data of ${releaseNeeded(timeZone)}, and this runtime has ${tzdata}`;
  const values = { zone: timeZone, release: releaseNeeded(timeZone) ?? '', present: tzdata };
  return [{ path: '$.timeZone', message, code: 'zone-data-old', values }];
}

function warnOfTerms({ terms = [] }: Calendar): CalendarFinding[] {
  const inOrder = [...terms.entries()].sort(([, one], [, other]) => one.firstDay - other.firstDay);
  let latest: { name: string; lastDay: number } | null = null;
  const warnings: CalendarFinding[] = [];
  for (const [index, term] of inOrder) {
    if (latest !== null && term.firstDay <= latest.lastDay)
      warnings.push({
        ...{ path: `$.terms[${index}].firstDay`, message: `the term begins before ${latest.name} is over` },
        ...{ code: 'terms-overlap', values: { name: latest.name } },
      });
    if (latest === null || term.lastDay > latest.lastDay) latest = term;
  }
  return warnings;
}

const ofAnchors = {
  'anchor-in-closure': 'is in a closure; weeks are counted from it all the same',
  'anchor-on-no-school-day': 'is no school day that counts; the next one takes its place in the cycle',
  'anchor-in-week-without-school':
    'lies in a week with no school day that counts; the next one takes its place in the cycle',
} as const satisfies Partial<Record<CodedInCalendar['code'], string>>;

/** An anchor counts where it is, but one on a day without school is often meant for another. */
function warnOfAnchors({ calendar, on, count }: SchoolYear, today: number): CalendarFinding[] {
  const { counting, anchors = [] } = calendar;
  const { daysBefore, weeksBefore } = count();
  const find = (date: number): keyof typeof ofAnchors | null => {
    if (counting === 'calendarWeeks') return on(date).why === 'closure' ? 'anchor-in-closure' : null;
    if (counting === 'schoolDays')
      return daysBefore(addDays(date, 1)) > daysBefore(date) ? null : 'anchor-on-no-school-day';
    return weeksBefore(addDays(date, 7)) > weeksBefore(date) ? null : 'anchor-in-week-without-school';
  };
  return anchors.flatMap(({ date }, index): CalendarFinding[] => {
    const code = date < today ? null : find(date);
    if (code === null) return [];
    const message = `${date}${nameOf(on(date))} ${ofAnchors[code]}`;
    return [{ path: `$.anchors[${index}].date`, message, code, values: { date } }];
  });
}

const nameOf = ({ name }: { name: string | null }): string => (name === null ? '' : ` (${name})`);

/** Compares each version with the one before it of the same timetable. */
function warnOfCycles(calendar: Calendar, versions: WarningParts['versions'], today: number): CalendarFinding[] {
  const length = (version: VersionOnCalendar) => {
    const { weeks, days } = readBellCycle(version.bellSchedule, calendar);
    return calendar.counting === 'schoolDays' ? days.length : weeks;
  };
  const unit = calendar.counting === 'schoolDays' ? 'days' : 'weeks';
  const before = new Map<string, VersionOnCalendar>();
  const inOrder = versions
    .filter(({ status }) => status === 'published')
    .sort(
      (one, other) => (one.effectiveFrom ?? 0) - (other.effectiveFrom ?? 0) || one.versionNumber - other.versionNumber,
    );
  const warnings: CalendarFinding[] = [];
  for (const version of inOrder) {
    const earlier = before.get(version.groupId);
    before.set(version.groupId, version);
    if (earlier === undefined || (version.effectiveTo ?? today) < today) continue;
    const own = length(version);
    // The first day of its first week belongs to its window, since weeks are counted from it.
    const first = beginOfWeek(version.effectiveFrom ?? today, weekStartOf(calendar));
    const isWithin = ({ date }: { date: number }) => first <= date && date <= (version.effectiveTo ?? date);
    if (own < 2 || own === length(earlier) || readBellCycle(version.bellSchedule, calendar).anchors.some(isWithin))
      continue;
    warnings.push({
      path: '$.anchors',
      message: `version ${version.id} of ${version.name} has a cycle of ${own} ${unit}, the one before it ${length(earlier)}; an anchor from ${version.effectiveFrom} on would say where it begins`,
      code: 'cycle-length-changes',
      values: { name: version.name, version: version.id, own, before: length(earlier) },
    });
  }
  return warnings;
}

function warnOfExceptions(year: SchoolYear, published: WarningParts['versions'], today: number): CalendarFinding[] {
  const { calendar } = year;
  const { exceptions = [] } = calendar;
  // What would hold without them.
  const { exceptions: _, ...ordinary } = calendar;
  const without = createSchoolYear(ordinary);
  const changesNothing = ({ kind, date, classEntityIds = null }: Exception) => {
    const everybody = year.on(date);
    // An exception for everybody is what a class would have without its own.
    const otherwise = (id: string | null) =>
      id !== null && everybody.why === 'exception' ? everybody : without.on(date, id);
    return kind === 'closed' && (classEntityIds ?? [null]).every((id) => !otherwise(id).isSchoolDay);
  };
  return [...exceptions.entries()].flatMap(([index, exception]): CalendarFinding[] => {
    const own = `$.exceptions[${index}]`;
    const path = `${own}.date`;
    const { date } = exception;
    if (date < today) return [];
    if (changesNothing(exception)) {
      const message = `there is no school on ${date} anyway`;
      return [{ path, message, code: 'exception-changes-nothing', values: { date } }];
    }
    if (exception.kind === 'closed') return [];
    const applying = versionsOn(published, date);
    const schedules = applying.flatMap(({ bellSchedule, bellSchedules = [bellSchedule] }) => bellSchedules);
    const warnings = findExceptionWarnings(own, exception, schedules, calendar);
    if (applying.length > 0) return warnings;
    const message = `no version of a timetable applies on ${date}`;
    return [{ path, message, code: 'no-version-on-date', values: { date } }, ...warnings];
  });
}

function warnOfUnknownClasses(
  { closures = [], exceptions = [] }: Calendar,
  versions: WarningParts['versions'],
  today: number,
): CalendarFinding[] {
  const known = new Set(versions.flatMap(({ classes = [] }) => classes.map(({ entityId }) => entityId)));
  if (known.size === 0) return [];
  const unknown = (
    list: string,
    lastDayOf: (index: number) => number,
    all: readonly { classEntityIds?: string[] | null }[],
  ) =>
    all.flatMap(({ classEntityIds }, index) =>
      lastDayOf(index) < today
        ? []
        : (classEntityIds ?? []).flatMap((id, position): CalendarFinding[] => {
            const path = `$.${list}[${index}].classEntityIds[${position}]`;
            if (known.has(id)) return [];
            return [
              { path, message: `no version has a class ${id}`, code: 'class-of-no-version', values: { name: id } },
            ];
          }),
    );
  return [
    ...unknown('closures', (index) => closures[index]?.lastDay ?? 0, closures),
    ...unknown('exceptions', (index) => exceptions[index]?.date ?? 0, exceptions),
  ];
}

/** Counting school days, all days of a schedule take their turn. */
function warnOfUnreachedDays(calendar: Calendar, published: WarningParts['versions']): CalendarFinding[] {
  if (calendar.schoolDays.length === 0)
    return [{ path: '$.schoolDays', message: 'no day of the week is a school day', code: 'no-school-day' }];
  if (calendar.counting === 'schoolDays') return [];
  const reached = new Set([
    ...calendar.schoolDays,
    ...(calendar.exceptions ?? []).flatMap(({ like }) => like?.dayOfWeek ?? []),
  ]);
  return published.flatMap(({ id, name, bellSchedule, bellSchedules = [bellSchedule] }) =>
    bellSchedules.flatMap((schedule): CalendarFinding[] => {
      const missed = schedule.days.filter(({ dayOfWeek }) => !reached.has(dayOfWeek)).map(({ label }) => label);
      if (missed.length === 0) return [];
      const some = missed.slice(0, 7).join(', ');
      const message = `no date reaches ${some} of ${schedule.name}, version ${id} of ${name}: these days of the week are not school days`;
      const values = { days: some, name, version: id };
      return [{ path: '$.schoolDays', message, code: 'weekdays-not-reached', values }];
    }),
  );
}
