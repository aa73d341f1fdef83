// Finds the bell times of the periods that a file counts, from what the organisation has planned for the date.

import type { ClockRange, DayPlan, PlannedPeriod } from './day-file.ts';

type InPeriod = { date: number; period: number };

export type Times = {
  /** The periodIndex, from 0. */
  indexOf(row: InPeriod): number;
  /** From the start of the first period to the end of the last; null where one has no bell times. */
  spanOf(rows: readonly [InPeriod, ...InPeriod[]]): ClockRange | null;
  /** The break before a period; where there is none, the period itself. */
  breakBefore(row: InPeriod): { range: ClockRange; isBreak: boolean } | null;
};

/** @param rows all of the file: schools with a period 0 count from it */
export function findTimes(plan: DayPlan | null, rows: readonly InPeriod[]): Times {
  const hasZero = rows.some(({ period }) => period === 0);
  const known = new Map<number, { periods: readonly PlannedPeriod[]; byNumber: ReadonlyMap<number, number> }>();
  const onDate = (date: number) => {
    const periods = known.get(date)?.periods ?? plan?.periodsOf(date) ?? [];
    const found = known.get(date) ?? { periods, byNumber: numbersOf(periods) };
    known.set(date, found);
    return found;
  };
  const indexOf = ({ date, period }: InPeriod) => onDate(date).byNumber.get(period) ?? (hasZero ? period : period - 1);
  /** A period that does not take place on the date has an empty time. */
  const periodAt = (row: InPeriod) => {
    const period = onDate(row.date).periods[indexOf(row)];
    return period?.startTime === '' ? undefined : period;
  };
  return {
    indexOf,
    spanOf([first, ...others]) {
      const [start, end] = [periodAt(first), periodAt(others.at(-1) ?? first)];
      return start === undefined || end === undefined ? null : { startTime: start.startTime, endTime: end.endTime };
    },
    breakBefore(row) {
      const period = periodAt(row);
      if (period === undefined) return null;
      const { startTime, endTime, breakBefore } = period;
      if (breakBefore !== null) return { range: breakBefore, isBreak: true };
      const before = onDate(row.date).periods[indexOf(row) - 1];
      return before !== undefined && before.startTime !== '' && before.endTime < startTime
        ? { range: { startTime: before.endTime, endTime: startTime }, isBreak: true }
        : { range: { startTime, endTime }, isBreak: false };
    },
  };
}

/** By the number in its name, as imported timetables name their periods. Two with one number say nothing. */
function numbersOf(periods: readonly PlannedPeriod[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [index, { name }] of periods.entries()) {
    const [, number] = /^\D*(\d{1,3})\D*$/.exec(name) ?? [];
    if (number === undefined || found.has(Number(number))) return new Map();
    found.set(Number(number), index);
  }
  return found;
}
