// Decides for each date, and for each class, whether there is school, and by which of the calendar's rules. The first of
// these decides: an exception that names the class, an exception for everybody, a closure that names the class, a closure for
// everybody, the terms, the days of the week.

import type { BellTime, Calendar, Closure, Exception, Like } from '../contract/types.generated.ts';
import { countSchoolDays, type SchoolDayCount } from './count-school-days.ts';
import { coverDays, dayIndex } from './cover-days.ts';
import { rememberDates } from './remember-dates.ts';
import { weekdayOf } from './time/day.ts';
import { weekStartOf } from './time/school-week.ts';

export type SchoolDay = {
  date: number;
  isSchoolDay: boolean;
  /** Of the exception or the closure that decides; null when none does. */
  name: string | null;
  /** What decides; null on an ordinary school day. */
  why: 'exception' | 'closure' | 'outside terms' | 'weekday' | null;
  /** The day of the cycle that runs instead. */
  like: Like | null;
  /** The times of a day with other bells. */
  periods: readonly BellTime[] | null;
};

export type SchoolYear = {
  calendar: Calendar;
  /** The first day of the school's week; 1 is Monday. */
  weekStart: number;
  /**
   * What holds for a class, or else for everybody: for a date the same object wherever the same rule decides.
   * @param date YYYYMMDD
   */
  on(date: number, classEntityId?: string | null): SchoolDay;
  /**
   * What holds for some classes only: one entry for each exception and then each closure, in the calendar's order, that
   * decides for at least one class, with the classes that it decides for.
   */
  scopesOn(date: number): readonly Scope[];
  /** What counts in a cycle, which belongs to the whole school: days of everybody's, without exceptions that do not count. */
  count(): SchoolDayCount;
};

type Scope = { classEntityIds: string[]; day: SchoolDay };

/** @param calendar one that `checkCalendar` finds nothing wrong with */
export function createSchoolYear(calendar: Calendar): SchoolYear {
  const { terms = [], closures = [], exceptions = [] } = calendar;
  const weekdays = new Set(calendar.schoolDays);
  const weekStart = weekStartOf(calendar);
  const termAt = coverDays(terms);
  const closureAt = coverDays(closures.filter((closure) => !isScoped(closure)));
  const scopedClosures = closures.filter(isScoped);
  const scopedExceptions = new Map<number, Exception[]>();
  const exceptionAt = new Map<number, Exception>();
  for (const exception of exceptions) {
    const others = scopedExceptions.get(exception.date);
    if (!isScoped(exception)) exceptionAt.set(dayIndex(exception.date), exception);
    else if (others === undefined) scopedExceptions.set(exception.date, [exception]);
    else others.push(exception);
  }

  function everybodyOn(date: number): SchoolDay {
    const index = dayIndex(date);
    const exception = exceptionAt.get(index);
    if (exception !== undefined) return dayOfException(exception);
    const closure = closureAt(index);
    if (closure !== undefined) return dayOfClosure(date, closure);
    if (terms.length > 0 && termAt(index) === undefined) return { ...noSchool, date, why: 'outside terms' };
    if (!weekdays.has(weekdayOf(date))) return { ...noSchool, date, why: 'weekday' };
    return { ...noSchool, date, isSchoolDay: true };
  }

  function read(date: number) {
    const everybody = everybodyOn(date);
    const byClass = new Map<string, SchoolDay>();
    const scopes: Scope[] = [];
    const decide = (classEntityIds: readonly string[], day: SchoolDay) => {
      const own = classEntityIds.filter((id) => !byClass.has(id));
      for (const id of own) byClass.set(id, day);
      if (own.length > 0) scopes.push({ classEntityIds: own, day });
    };
    for (const exception of scopedExceptions.get(date) ?? [])
      decide(exception.classEntityIds ?? [], dayOfException(exception));
    if (!exceptionAt.has(dayIndex(date)))
      for (const closure of scopedClosures)
        if (closure.firstDay <= date && date <= closure.lastDay)
          decide(closure.classEntityIds ?? [], dayOfClosure(date, closure));
    return { everybody, byClass, scopes };
  }

  const at = rememberDates(read);

  let counted: SchoolDayCount | null = null;
  function counts(index: number): boolean {
    const exception = exceptionAt.get(index);
    if (exception !== undefined)
      return exception.kind === 'bells' || (exception.kind === 'runs' && exception.countsInCycle !== false);
    // The day at index 0 is a Monday.
    return (
      closureAt(index) === undefined &&
      (terms.length === 0 || termAt(index) !== undefined) &&
      weekdays.has((index % 7) + 1)
    );
  }

  return {
    calendar,
    weekStart,
    on(date, classEntityId = null) {
      const { everybody, byClass } = at(date);
      return (classEntityId === null ? undefined : byClass.get(classEntityId)) ?? everybody;
    },
    scopesOn: (date) => at(date).scopes,
    count() {
      counted ??= countSchoolDays(counts, weekStart);
      return counted;
    },
  };
}

/** Whether it is for some classes only. */
const isScoped = ({ classEntityIds = null }: Closure | Exception): boolean => classEntityIds !== null;

const noSchool = { isSchoolDay: false, name: null, why: null, like: null, periods: null };

const dayOfClosure = (date: number, { name }: Closure): SchoolDay => ({ ...noSchool, date, name, why: 'closure' });

function dayOfException({ date, name, kind, like, periods }: Exception): SchoolDay {
  const day: SchoolDay = { ...noSchool, date, name, why: 'exception', isSchoolDay: kind !== 'closed' };
  // The schema demands both, each of its kind.
  if (kind === 'runs') day.like = like ?? {};
  if (kind === 'bells') day.periods = periods ?? [];
  return day;
}
