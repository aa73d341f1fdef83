// Forms the bells of each day: the times of the periods, those of the day before them. Days with the same times share them.

import { quote } from '../report/finding.ts';
import type { Bell, DayBells } from '../school/school.ts';
import type { DayTimes } from './read-day-times.ts';
import type { Times } from './read-times.ts';

type Given = {
  days: number;
  /** Of the periods, in their order. */
  names: readonly string[];
  /** Null where a period has times only by day. */
  timed: readonly (Times | null)[];
  ofDays: DayTimes;
  breaks: DayBells['breaks'];
};

/** @param report says which break is left out on which day */
export function bellsByDay(
  { days, names, timed, ofDays, breaks }: Given,
  report: (message: string) => void,
): DayBells[] {
  const bells = new Map<string, DayBells>();
  for (let day = 0; day < days; day++) {
    const own = ofDays.get(day);
    const periods = timed.flatMap((times, index): Bell | [] => {
      const ofDay = own?.get(index) ?? times;
      return ofDay === null ? [] : { name: names[index] ?? '', ...ofDay };
    });
    const key = JSON.stringify(periods);
    const shared = bells.get(key);
    if (shared !== undefined) {
      shared.days.push(day);
      continue;
    }
    // Times are never invented: a break keeps its times, or is left out where the day has a period at them.
    const isKept = (each: DayBells['breaks'][number]) => own === undefined || fits(each, periods);
    for (const each of breaks)
      if (!isKept(each)) report(`${quote(each.name)}, ${each.startTime} to ${each.endTime}, on day ${day + 1}`);
    bells.set(key, { days: [day], periods, breaks: breaks.filter(isKept) });
  }
  return [...bells.values()];
}

function fits(
  { startTime, endTime, followsPeriodIndex }: DayBells['breaks'][number],
  periods: readonly Bell[],
): boolean {
  const [before, after] = [periods[followsPeriodIndex], periods[followsPeriodIndex + 1]];
  return (before === undefined || before.endTime <= startTime) && (after === undefined || endTime <= after.startTime);
}
