// Bell times from `--bells` period by period: `08:00-08:45,08:50-09:35`, and behind a semicolon those of a weekday that differs,
// `;5=08:00-08:30,08:35-09:05` (1 is Monday). The dashboard's table of bell times is sent in this form.

import type { DayBells } from '../school/school.ts';

type Times = { startTime: string; endTime: string };

/** @property ofDays by day of the week */
export type BellList = { kind: 'list'; usual: Times[]; ofDays: ReadonlyMap<number, Times[]> };

/** More than any school has. */
const mostPeriods = 60;
const time = '(?:[01]?\\d|2[0-3]):[0-5]\\d';
const period = new RegExp(`^(${time})-(${time})$`);

/** @returns null where the text is not in this form, or a period ends before it begins or before the one before it */
export function parseBellList(text: string): BellList | null {
  const [first = '', ...others] = text.replaceAll(' ', '').split(';');
  const usual = parseTimes(first);
  if (usual === null || others.length > 7) return null;
  const ofDays = new Map<number, Times[]>();
  for (const other of others) {
    const [, day, times = ''] = /^([1-7])=(.*)$/.exec(other) ?? [];
    const parsed = parseTimes(times);
    if (day === undefined || parsed === null || ofDays.has(Number(day))) return null;
    ofDays.set(Number(day), parsed);
  }
  return { kind: 'list', usual, ofDays };
}

/**
 * @param weekdays of the file's days, in their order
 * @returns a sentence that says why the list does not fit, where it does not
 */
export function bellsFromList(
  { usual, ofDays }: BellList,
  weekdays: readonly number[],
  names: readonly string[],
): DayBells[] | string {
  const bells = new Map<Times[], number[]>();
  for (const [index, weekday] of weekdays.entries()) {
    const times = ofDays.get(weekday) ?? usual;
    if (times.length < names.length) {
      const day = ofDays.has(weekday) ? ` of day ${weekday} of the week` : '';
      return `the list${day} has ${times.length} periods, and the file has ${names.length}`;
    }
    bells.set(times, [...(bells.get(times) ?? []), index]);
  }
  return [...bells].map(([times, days]) => ({
    days,
    periods: names.map((name, index) => ({ name, ...(times[index] ?? { startTime: '', endTime: '' }) })),
    breaks: [],
  }));
}

function parseTimes(text: string): Times[] | null {
  const parts = text.split(',');
  if (parts.length > mostPeriods) return null;
  const times: Times[] = [];
  for (const part of parts) {
    const [, start, end] = period.exec(part) ?? [];
    if (start === undefined || end === undefined) return null;
    const [startTime, endTime] = [start.padStart(5, '0'), end.padStart(5, '0')];
    const before = times.at(-1)?.endTime ?? '';
    if (startTime >= endTime || startTime < before) return null;
    times.push({ startTime, endTime });
  }
  return times;
}
