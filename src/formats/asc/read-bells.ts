// Reads periods and breaks. A period is found by its number; numbers may start anywhere and have gaps.

import { bellsFromOption } from '../reading/bells.ts';
import { limits } from '../reading/limits.ts';
import type { ReadOptions } from '../reading/school-reader.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { DayBells } from '../school/school.ts';
import { type AscElement, type AscFile, placeOf, textOf } from './asc-file.ts';
import { bellsByDay } from './bells-by-day.ts';
import type { Calendar } from './read-calendar.ts';
import { periodNumber, readDayTimes } from './read-day-times.ts';
import { timesOf } from './read-times.ts';

export type Bells = { bells: DayBells[]; periodByNumber: ReadonlyMap<string, number> };

type Numbered = { number: number; element: AscElement };

/** @returns null where there are no usable bell times, with the reason in `findings` */
export function readBells(file: AscFile, calendar: Calendar, options: ReadOptions, findings: Findings): Bells | null {
  const days = calendar.days.length;
  const periods = numberedPeriods(file, findings);
  const periodByNumber = new Map(periods.map(({ number }, index) => [String(number), index]));
  const names = periods.map(({ element, number }) => textOf(element, 'name', 'short') || String(number));
  const place = { file: file.name };
  if (periods.length === 0) {
    findings.add('school.no-bells', place, 'the file defines no periods');
    return null;
  }
  if (periods.length > limits.periods) {
    const message = `the file has ${periods.length} periods, and ${limits.periods} is the maximum`;
    findings.add('school.too-large', place, message);
    return null;
  }
  const timed = periods.map(({ element }) => timesOf(element));
  if (options.bells !== null) {
    if (timed.includes(null)) findings.ask({ about: 'bells', periods: names });
    const bells = bellsFromOption(
      options.bells,
      calendar.days.map(({ dayOfWeek }) => dayOfWeek),
      names,
    );
    if (typeof bells === 'string') findings.add('school.bells-do-not-fit', place, bells);
    else findings.add('school.bells-from-option', place, 'the bell times are those of --bells');
    return typeof bells === 'string' ? null : { bells, periodByNumber };
  }
  const ofDays = readDayTimes(file, calendar, periodByNumber, findings);
  let lacksTimes = false;
  for (const [index, times] of timed.entries()) {
    const element = periods[index]?.element;
    const isOnEveryDay = ofDays.size === days && [...ofDays.values()].every((times) => times.has(index));
    if (times !== null || isOnEveryDay || element === undefined) continue;
    lacksTimes = true;
    const found = `${quote(textOf(element, 'starttime'))} to ${quote(textOf(element, 'endtime'))}`;
    findings.add('asc.period-without-times', placeOf(file, 'period', element), `its times are ${found}`);
  }
  if (lacksTimes) findings.ask({ about: 'bells', periods: names });
  if (findings.hasErrors()) return null;
  const breaks = readBreaks(file, periods, findings);
  const bells = bellsByDay({ days, names, timed, ofDays, breaks }, (message) =>
    findings.add('asc.break-not-on-day', place, message),
  );
  return { bells, periodByNumber };
}

function numberedPeriods(file: AscFile, findings: Findings): Numbered[] {
  const byNumber = new Map<number, AscElement>();
  for (const element of file.elements.period) {
    const text = textOf(element, 'period');
    const place = placeOf(file, 'period', element);
    const number = periodNumber(text);
    if (number === null) findings.add('asc.period-unreadable', place, `its number is ${quote(text)}`);
    else if (byNumber.has(number)) findings.add('asc.period-repeated', place, `there is already a period ${number}`);
    else byNumber.set(number, element);
  }
  const numbered = [...byNumber].map(([number, element]) => ({ number, element }));
  return numbered.sort((one, other) => one.number - other.number);
}

/** @param periods in the order of their numbers */
function readBreaks(file: AscFile, periods: readonly Numbered[], findings: Findings): DayBells['breaks'] {
  const breaks = file.elements.break.flatMap((element): DayBells['breaks'] => {
    const times = timesOf(element);
    const before = periodNumber(textOf(element, 'break'));
    if (times === null || before === null) {
      const message = `its period is ${quote(textOf(element, 'break'))}, and it begins at ${quote(textOf(element, 'starttime'))}`;
      findings.add('asc.break-unreadable', placeOf(file, 'break', element), message);
      return [];
    }
    const followsPeriodIndex = lastBefore(periods, before);
    return [{ name: textOf(element, 'name', 'short'), ...times, followsPeriodIndex }];
  });
  return breaks.sort((one, other) => (one.startTime < other.startTime ? -1 : one.startTime > other.startTime ? 1 : 0));
}

/** The index of the last period with a smaller number, or -1. Bisects, since a file may have thousands of both. */
function lastBefore(periods: readonly Numbered[], number: number): number {
  let [low, high] = [-1, periods.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.number ?? number) < number) low = middle;
    else high = middle;
  }
  return low;
}
