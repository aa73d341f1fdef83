// Reads periods and breaks. A period is found by its number; numbers may start anywhere and have gaps.

import { bellsFromOption } from '../bells.ts';
import { type Findings, quote } from '../finding.ts';
import type { Bell, DayBells } from '../school.ts';
import type { ReadOptions } from '../school-reader.ts';
import { type AscElement, type AscFile, placeOf, textOf } from './asc-file.ts';

export type Bells = { bells: DayBells[]; periodByNumber: ReadonlyMap<string, number> };

type Numbered = { number: number; element: AscElement };

/** @returns null where there are no usable bell times, with the reason in `findings` */
export function readBells(file: AscFile, days: number, options: ReadOptions, findings: Findings): Bells | null {
  const periods = numberedPeriods(file, findings);
  const periodByNumber = new Map(periods.map(({ number }, index) => [String(number), index]));
  const names = periods.map(({ element, number }) => textOf(element, 'name', 'short') || String(number));
  const place = { file: file.name };
  if (periods.length === 0) {
    findings.add('school.no-bells', place, 'the file defines no periods');
    return null;
  }
  if (options.bells !== null) {
    const bells = bellsFromOption(options.bells, days, names);
    if (typeof bells === 'string') findings.add('school.bells-do-not-fit', place, bells);
    else findings.add('school.bells-from-option', place, 'the bell times are those of --bells');
    return typeof bells === 'string' ? null : { bells, periodByNumber };
  }
  const timed = periods.flatMap(({ element }, index): Bell | [] => {
    const times = timesOf(element);
    const found = `${quote(textOf(element, 'starttime'))} to ${quote(textOf(element, 'endtime'))}`;
    if (times === null)
      findings.add('asc.period-without-times', placeOf(file, 'period', element), `its times are ${found}`);
    return times === null ? [] : { name: names[index] ?? '', ...times };
  });
  const breaks = readBreaks(file, periods, findings);
  const bells = [{ days: Array.from({ length: days }, (_, day) => day), periods: timed, breaks }];
  return timed.length < periods.length ? null : { bells, periodByNumber };
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

/** `01` is period 1. */
export const periodNumber = (text: string): number | null => (/^-?\d{1,6}$/.test(text) ? Number(text) : null);

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

function timesOf(element: AscElement): { startTime: string; endTime: string } | null {
  const [startTime, endTime] = [clockOf(textOf(element, 'starttime')), clockOf(textOf(element, 'endtime'))];
  return startTime === null || endTime === null ? null : { startTime, endTime };
}

/** `7:40`, `08:05`, `8.05` and `1:30 PM` as HH:MM. */
function clockOf(text: string): string | null {
  const [, hours = '', minutes = '', half = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hours === '') return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour > 23 || Number(minutes) > 59 ? null : `${String(hour).padStart(2, '0')}:${minutes}`;
}
