// Finds what is wrong with a calendar beyond what its schema says. A calendar with findings is not stored.

import type { Anchor, BellSchedule, Calendar, Exception, Like } from '../../contract/types.generated.ts';
import { readBellCycle } from '../bell-cycle.ts';
import { earliestDay, latestDay } from '../cover-days.ts';
import { daysBetween } from '../time/day.ts';
import { beginOfWeek, weekStartOf } from '../time/school-week.ts';
import { isTimeZone } from '../time/zone.ts';
import type { CalendarFinding, CodedInCalendar } from './calendar-codes.ts';

/** Nobody reads more of them. */
const mostFindings = 1000;

/**
 * So many classes on so many days, counted for each closure and exception: the published calendar lists them date by date.
 * A closure counts for at most the days that are published at once.
 */
const mostClassDays = 200_000;
const publishedDays = 460;

type Report = (path: string, message: string, coded: CodedInCalendar) => void;

/**
 * @param calendar one that has the form of its schema
 * @param versions of the school, with which anchors are compared; none when they are not known
 */
export function checkCalendar(
  calendar: Calendar,
  versions: readonly { bellSchedules: readonly BellSchedule[] }[] = [],
): CalendarFinding[] {
  const findings: CalendarFinding[] = [];
  const report: Report = (path, message, coded) => {
    if (findings.length < mostFindings) findings.push({ path, message, ...coded });
  };
  if (!isTimeZone(calendar.timeZone))
    report('$.timeZone', `${calendar.timeZone} is not a time zone; write its IANA name, such as Europe/Berlin`, {
      code: 'zone-unknown',
      values: { zone: calendar.timeZone },
    });
  checkRanges('terms', calendar.terms ?? [], report);
  checkRanges('closures', calendar.closures ?? [], report);
  checkAnchors(calendar, versions, report);
  checkExceptions(calendar, versions, report);
  checkSize(calendar, report);
  return findings;
}

function checkRanges(
  list: string,
  ranges: readonly { id: string; firstDay: number; lastDay: number }[],
  report: Report,
) {
  const ids = new Set<string>();
  for (const [index, { id, firstDay, lastDay }] of ranges.entries()) {
    const path = `$.${list}[${index}]`;
    if (ids.has(id))
      report(`${path}.id`, `${id} is the id of another of the ${list}`, { code: 'id-of-another', values: { id } });
    ids.add(id);
    checkDate(`${path}.firstDay`, firstDay, report);
    checkDate(`${path}.lastDay`, lastDay, report);
    if (lastDay < firstDay) {
      const values = { first: firstDay, last: lastDay };
      const message = `${lastDay} is before the first day, ${firstDay}`;
      report(`${path}.lastDay`, message, { code: 'last-day-before-first', values });
    }
  }
}

function checkDate(path: string, date: number, report: Report): void {
  if (date >= earliestDay && date <= latestDay) return;
  const values = { date, first: earliestDay, last: latestDay };
  report(path, `${date} is not between ${earliestDay} and ${latestDay}`, { code: 'date-too-far', values });
}

type Place = Pick<Anchor & Like, 'week' | 'day'>;

const missing = { day: 'cycle-day-missing', week: 'cycle-week-missing', dayOfWeek: 'weekday-missing' } as const;
const needless = { day: 'cycle-day-needless', week: 'cycle-week-needless', dayOfWeek: 'weekday-needless' } as const;

function checkAnchors(calendar: Calendar, versions: Parameters<typeof checkCalendar>[1], report: Report): void {
  const { counting, anchors = [] } = calendar;
  const checkReach = reachOf(calendar, versions);
  const dates = new Set<number>();
  const start = weekStartOf(calendar);
  const anchored = new Map<number, Place & { date: number }>();
  for (const [index, { date, week, day }] of anchors.entries()) {
    const path = `$.anchors[${index}]`;
    checkDate(`${path}.date`, date, report);
    if (dates.has(date))
      report(`${path}.date`, `${date} has another anchor`, { code: 'anchor-twice', values: { date } });
    dates.add(date);
    const begin = beginOfWeek(date, start);
    const before = anchored.get(begin);
    if (before === undefined) anchored.set(begin, { date, ...(week !== undefined && { week }) });
    else if (counting !== 'schoolDays' && before.date !== date && before.week !== week)
      report(
        `${path}.week`,
        `${week}: the anchor of ${before.date} says that this week, from ${begin} on, is ${before.week}`,
        { code: 'anchors-of-one-week-differ', values: { date: before.date } },
      );
    const [needed, other] = counting === 'schoolDays' ? (['day', 'week'] as const) : (['week', 'day'] as const);
    const place: Place = { ...(week !== undefined && { week }), ...(day !== undefined && { day }) };
    if (place[needed] === undefined)
      report(`${path}.${needed}`, `is missing: the calendar counts ${counting}`, { code: missing[needed] });
    if (place[other] !== undefined)
      report(`${path}.${other}`, `does not belong here: the calendar counts ${counting}`, { code: needless[other] });
    checkReach(path, place, report);
  }
}

/** Compares a place in the cycle with the longest cycle of the versions. */
function reachOf(calendar: Calendar, versions: Parameters<typeof checkCalendar>[1] = []) {
  const cycles = versions.flatMap(({ bellSchedules }) => bellSchedules.map((each) => readBellCycle(each, calendar)));
  const weeks = cycles.reduce((most, cycle) => Math.max(most, cycle.weeks), 0);
  const days = cycles.reduce((most, cycle) => Math.max(most, cycle.days.length), 0);
  return (path: string, { week, day }: Place, report: Report): void => {
    if (cycles.length === 0) return;
    const longest = (count: number, unit: string) => `no cycle has that many: the longest has ${count} ${unit}`;
    if (week !== undefined && week > weeks)
      report(`${path}.week`, `${week}: ${longest(weeks, 'weeks')}`, {
        code: 'week-beyond-cycle',
        values: { week, most: weeks },
      });
    if (day !== undefined && day > days)
      report(`${path}.day`, `${day}: ${longest(days, 'days')}`, {
        code: 'day-beyond-cycle',
        values: { day, most: days },
      });
  };
}

function checkExceptions(calendar: Calendar, versions: Parameters<typeof checkCalendar>[1], report: Report): void {
  const checkReach = reachOf(calendar, versions);
  const forAll = new Set<number>();
  const forClasses = new Map<number, Set<string>>();
  for (const [index, exception] of (calendar.exceptions ?? []).entries()) {
    const { date, classEntityIds = null } = exception;
    const path = `$.exceptions[${index}]`;
    checkDate(`${path}.date`, date, report);
    if (classEntityIds === null) {
      if (forAll.has(date))
        report(`${path}.date`, `${date} has another exception for everybody`, {
          code: 'exception-twice',
          values: { date },
        });
      forAll.add(date);
    }
    const taken = forClasses.get(date) ?? new Set();
    forClasses.set(date, taken);
    for (const [position, id] of (classEntityIds ?? []).entries()) {
      if (taken.has(id))
        report(`${path}.classEntityIds[${position}]`, `${date} has another exception for ${id}`, {
          code: 'exception-of-class-twice',
          values: { date, name: id },
        });
      taken.add(id);
    }
    checkKind(path, exception, report);
    if (exception.like !== undefined && exception.kind === 'runs') {
      checkLike(`${path}.like`, exception.like, calendar, report);
      checkReach(`${path}.like`, exception.like, report);
    }
  }
}

function checkKind(path: string, { kind, like, countsInCycle, periods }: Exception, report: Report): void {
  if (like !== undefined && kind !== 'runs')
    report(`${path}.like`, 'belongs to a day that runs like another', { code: 'like-needless' });
  if (periods !== undefined && kind !== 'bells')
    report(`${path}.periods`, 'belongs to a day with other bells', { code: 'periods-needless' });
  // What is said of another kind must be what is so.
  if (countsInCycle !== undefined && kind !== 'runs' && countsInCycle !== (kind === 'bells'))
    report(`${path}.countsInCycle`, 'belongs to a day that runs like another: other school days always count', {
      code: 'counts-needless',
    });
  const known = new Set<number>();
  for (const [index, { periodIndex }] of (periods ?? []).entries()) {
    if (known.has(periodIndex))
      report(`${path}.periods[${index}].periodIndex`, `${periodIndex} is listed twice`, {
        code: 'period-twice',
        values: { period: periodIndex + 1 },
      });
    known.add(periodIndex);
  }
}

function checkLike(path: string, like: Like, { counting }: Calendar, report: Report): void {
  const [needed, others] =
    counting === 'schoolDays' ? (['day', ['week', 'dayOfWeek']] as const) : (['dayOfWeek', ['day']] as const);
  if (like[needed] === undefined)
    report(`${path}.${needed}`, `is missing: the calendar counts ${counting}`, { code: missing[needed] });
  for (const field of others)
    if (like[field] !== undefined)
      report(`${path}.${field}`, `does not belong here: the calendar counts ${counting}`, { code: needless[field] });
}

function checkSize({ closures = [], exceptions = [] }: Calendar, report: Report): void {
  let classDays = 0;
  for (const { classEntityIds, firstDay, lastDay } of closures)
    classDays +=
      (classEntityIds?.length ?? 0) * Math.max(0, Math.min(daysBetween(firstDay, lastDay) + 1, publishedDays));
  for (const { classEntityIds } of exceptions) classDays += classEntityIds?.length ?? 0;
  if (classDays > mostClassDays)
    report(
      '$',
      `closures and exceptions of some classes name ${classDays} classes and days; ${mostClassDays} are possible`,
      { code: 'too-many-class-days', values: { count: classDays, most: mostClassDays } },
    );
}
