// Bell times from `--bells`, for files without bell times: a bell schedule as JSON, a list of times (see `bell-list.ts`), or
// `08:00,45,5`, which is the start of the first period, its length in minutes, and the minutes between two periods.

import type { BellSchedule } from '../../contract/types.generated.ts';
import type { Bell, DayBells } from '../school/school.ts';
import { type BellList, bellsFromList, parseBellList } from './bell-list.ts';
import { clockOf } from './clock-times.ts';

export type Bells =
  | { kind: 'schedule'; schedule: BellSchedule }
  | { kind: 'pattern'; start: number; length: number; pause: number }
  | BellList;

const pattern = /^([01]?\d|2[0-3])[:.]([0-5]\d),(\d{1,3}),(\d{1,3})$/;

/** @returns null where the text is neither of the short forms; it may be a file name instead */
export function parseBells(text: string): Bells | null {
  const found = pattern.exec(text.replaceAll(' ', ''));
  if (found === null) return parseBellList(text);
  const [hours = 0, minutes = 0, length = 0, pause = 0] = found.slice(1).map(Number);
  return length === 0 ? null : { kind: 'pattern', start: hours * 60 + minutes, length, pause };
}

/**
 * The bells of a week, with the periods that the file names.
 * @param weekdays of the file's days, in their order
 * @returns a sentence that says why the option cannot be used, where it cannot
 */
export function bellsFromOption(
  bells: Bells,
  weekdays: readonly number[],
  names: readonly string[],
): DayBells[] | string {
  if (bells.kind === 'list') return bellsFromList(bells, weekdays, names);
  const days = weekdays.length;
  return bells.kind === 'pattern' ? fromPattern(bells, days, names) : fromSchedule(bells.schedule, days, names.length);
}

function fromPattern(
  { start, length, pause }: { start: number; length: number; pause: number },
  days: number,
  names: readonly string[],
): DayBells[] | string {
  const end = start + names.length * (length + pause) - pause;
  if (end >= 24 * 60)
    return `${names.length} periods of ${length} minutes that begin at ${clockOf(start)} end after midnight`;
  const periods = names.map((name, index): Bell => {
    const from = start + index * (length + pause);
    return { name, startTime: clockOf(from), endTime: clockOf(from + length) };
  });
  return [{ days: Array.from({ length: days }, (_, day) => day), periods, breaks: [] }];
}

/** The schedule's days are matched with the file's by order. The first week of a cycle is used for every week. */
function fromSchedule(schedule: BellSchedule, days: number, periods: number): DayBells[] | string {
  const ofWeek = schedule.days.filter(({ weekInCycle }) => weekInCycle === null || weekInCycle === 1);
  if (ofWeek.length < days) return `the bell schedule has ${ofWeek.length} days, and the file has ${days}`;
  const configurations = new Map<BellSchedule['dayConfigurations'][number], number[]>();
  for (const [index, day] of ofWeek.slice(0, days).entries()) {
    const configuration = schedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(day.id));
    if (configuration === undefined) return `the bell schedule has no periods for ${day.label}`;
    if (configuration.periods.length < periods)
      return `${day.label} has ${configuration.periods.length} periods, and the file has ${periods}`;
    configurations.set(configuration, [...(configurations.get(configuration) ?? []), index]);
  }
  return [...configurations].map(([configuration, ofDays]) => ({
    days: ofDays,
    periods: configuration.periods.map(({ name, startTime, endTime }) => ({ name, startTime, endTime })),
    breaks: configuration.breaks.map(({ name, startTime, endTime, followsPeriodIndex }) => ({
      name,
      startTime,
      endTime,
      followsPeriodIndex,
    })),
  }));
}
