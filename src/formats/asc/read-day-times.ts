// Reads the times that a period has on some days instead of its own (`dayperiod`, in exports of aSc 2008).

import { type Findings, quote } from '../report/finding.ts';
import { type AscFile, placeOf, textOf } from './asc-file.ts';
import { type Calendar, daysOf } from './read-calendar.ts';
import { type Times, timesOf } from './read-times.ts';

/** By day and period, as indexes. */
export type DayTimes = ReadonlyMap<number, ReadonlyMap<number, Times>>;

/** `01` is period 1. */
export const periodNumber = (text: string): number | null => (/^-?\d{1,6}$/.test(text) ? Number(text) : null);

export function readDayTimes(
  file: AscFile,
  calendar: Calendar,
  periodByNumber: ReadonlyMap<string, number>,
  findings: Findings,
): DayTimes {
  const ofDays = new Map<number, Map<number, Times>>();
  for (const element of file.elements.dayperiod) {
    const place = placeOf(file, 'dayperiod', element);
    const days = daysOf(element, calendar);
    const [day, text] = [textOf(element, 'days', 'day'), textOf(element, 'period')];
    const period = periodByNumber.get(String(periodNumber(text)));
    const times = timesOf(element);
    const isKnown = days !== null && !days.open && days.set.length > 0 && (days.set.at(-1) ?? 0) < calendar.days.length;
    if (!isKnown || period === undefined || times === null) {
      const found = `${quote(textOf(element, 'starttime'))} to ${quote(textOf(element, 'endtime'))}`;
      findings.add('asc.day-times-unreadable', place, `day ${quote(day)}, period ${quote(text)}, ${found}`);
      continue;
    }
    for (const index of days.set) {
      const ofDay = ofDays.get(index) ?? new Map<number, Times>();
      ofDays.set(index, ofDay);
      if (ofDay.has(period))
        findings.add('asc.period-repeated', place, `day ${quote(day)} has a period ${quote(text)}`);
      else ofDay.set(period, times);
    }
  }
  return ofDays;
}
