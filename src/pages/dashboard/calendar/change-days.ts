// Changes what a calendar says of some days, for everybody. What holds for some classes only stays as it is.

import { createSchoolYear } from '../../../calendar/create-school-year.ts';
import { addDays, daysBetween } from '../../../calendar/time/day.ts';
import type { Calendar } from '../answers.ts';

type Exception = NonNullable<Calendar['exceptions']>[number];
type Closure = NonNullable<Calendar['closures']>[number];
export type BellTimes = NonNullable<Exception['periods']>;

/** Both of them included, as YYYYMMDD. */
export type Days = { first: number; last: number };

export type DayChoice =
  | { kind: 'closed'; name: string }
  | { kind: 'bells'; name: string; periods: BellTimes }
  | { kind: 'runs'; name: string; like: NonNullable<Exception['like']> }
  | { kind: 'usual' };

/** More is no holiday. */
export const mostDaysAtOnce = 400;

/**
 * @param former the closure that was chosen as a whole, which ends, wherever its days are
 */
export function changeDays(calendar: Calendar, days: Days, choice: DayChoice, former: Closure | null = null): Calendar {
  const before = former === null ? calendar : withoutClosure(calendar, former.id);
  const freed = freeDays(before, days);
  if (choice.kind === 'usual') return freed;
  if (choice.kind === 'closed') {
    const id = former?.id ?? newId('closure', days.first, freed.closures ?? []);
    const closure: Closure = { id, name: choice.name, firstDay: days.first, lastDay: days.last, classEntityIds: null };
    return { ...freed, closures: byFirstDay([...(freed.closures ?? []), closure]) };
  }
  const exceptions = datesOf(calendar, days).map(
    (date): Exception => ({ ...choice, date, classEntityIds: null }), // a choice has the fields of its kind alone
  );
  return {
    ...freed,
    exceptions: [...(freed.exceptions ?? []), ...exceptions].sort((one, other) => one.date - other.date),
  };
}

/** Of several days, those with school: a short week does not open the school at its weekend. */
function datesOf(calendar: Calendar, { first, last }: Days): number[] {
  const all = Array.from({ length: Math.min(daysBetween(first, last) + 1, mostDaysAtOnce) }, (_, index) =>
    addDays(first, index),
  );
  if (all.length === 1) return all;
  const year = createSchoolYear(calendar);
  return all.filter((date) => year.on(date).isSchoolDay);
}

function freeDays(calendar: Calendar, { first, last }: Days): Calendar {
  const closures: Closure[] = [];
  for (const closure of calendar.closures ?? []) {
    if (!isForAll(closure) || closure.lastDay < first || closure.firstDay > last) {
      closures.push(closure);
      continue;
    }
    const isBefore = closure.firstDay < first;
    if (isBefore) closures.push({ ...closure, lastDay: addDays(first, -1) });
    if (closure.lastDay <= last) continue;
    const firstDay = addDays(last, 1);
    const id = isBefore ? newId('closure', firstDay, calendar.closures ?? []) : closure.id;
    closures.push({ ...closure, id, firstDay });
  }
  const exceptions = (calendar.exceptions ?? []).filter(
    (each) => !isForAll(each) || each.date < first || each.date > last,
  );
  return { ...calendar, closures, exceptions };
}

const withoutClosure = (calendar: Calendar, id: string): Calendar => ({
  ...calendar,
  closures: (calendar.closures ?? []).filter((each) => each.id !== id),
});

export const isForAll = ({ classEntityIds = null }: { classEntityIds?: string[] | null }): boolean =>
  classEntityIds === null;

export const byFirstDay = <Range extends { firstDay: number }>(ranges: Range[]): Range[] =>
  ranges.sort((one, other) => one.firstDay - other.firstDay);

/** Such as closure-20261012, or with a number when that is taken. */
export function newId(kind: string, day: number, others: readonly { id: string }[]): string {
  const taken = new Set(others.map(({ id }) => id));
  let id = `${kind}-${day}`;
  for (let number = 2; taken.has(id); number++) id = `${kind}-${day}-${number}`;
  return id;
}
