// The horizontal lines of a week: every time at which something begins or ends, on any day. The height of a row is
// proportional to its length, so days with different bells line up.

import type { GridDay, GridTimeline } from '../../../client/belfry-client.ts';

export type WeekOf<Day> = { week: number | null; days: Day[] };

/** The most days side by side; more are broken into rows. */
const maxDays = 7;
/** Days in a row where the days themselves do not show where a week begins. */
const daysInRow = 5;

/**
 * A cycle may be longer than a week without being split into weeks: 25 days in a row fit neither a screen nor a page.
 * They are shown in rows that break where a new week begins: on the first day's weekday, or after it.
 */
export function splitDays<Day extends GridDay>({ week, days }: WeekOf<Day>): WeekOf<Day>[] {
  if (days.length <= maxDays) return [{ week, days }];
  const rows: Day[][] = [];
  const first = days[0]?.dayOfWeek ?? 1;
  const sinceFirst = ({ dayOfWeek }: Day) => (((dayOfWeek - first) % 7) + 7) % 7;
  for (const day of days) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row === undefined || last === undefined || sinceFirst(day) <= sinceFirst(last)) rows.push([day]);
    else row.push(day);
  }
  const isWeeks = rows.every((row) => row.length > 1);
  const split = isWeeks ? rows : chunks(days);
  return split.map((each) => ({ week, days: each }));
}

/** The most days on a sheet of paper, so that each can be read. */
const maxDaysOnPaper = 5;

/** The rows of a week on paper: of about the same length, and none too long. */
export const paperRows = <Day extends GridDay>(week: WeekOf<Day>): WeekOf<Day>[] =>
  splitDays(week).flatMap((row) => {
    const sheets = Math.ceil(row.days.length / maxDaysOnPaper);
    const length = Math.ceil(row.days.length / sheets);
    return Array.from({ length: sheets }, (_, index) => ({
      week: row.week,
      days: row.days.slice(index * length, (index + 1) * length),
    }));
  });

const chunks = <Day>(days: readonly Day[]): Day[][] =>
  Array.from({ length: Math.ceil(days.length / daysInRow) }, (_, index) =>
    days.slice(index * daysInRow, (index + 1) * daysInRow),
  );

export type TimeLines = {
  /** HH:MM, ascending. */
  times: readonly string[];
  /** Minutes from each line to the next. */
  minutes: readonly number[];
  /** The same for print, where space is scarce: time that is a break on every day is shortened. */
  weights: readonly number[];
  /** The grid line of a time, from 2: line 1 is above the headings of the days. */
  lineOf(time: string): number;
};

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function timeLines({ days }: WeekOf<GridDay>): TimeLines {
  const times = new Set<string>();
  const add = ({ startTime, endTime }: { startTime: string; endTime: string }) => times.add(startTime).add(endTime);
  for (const { timelines, blocks } of days) {
    for (const { periods, breaks } of timelines) for (const each of [...periods, ...breaks]) add(each);
    for (const { cells } of blocks) cells.forEach(add);
  }
  const sorted = [...times].sort();
  const minutes = sorted.slice(1).map((time, index) => minutesOf(time) - minutesOf(sorted[index] ?? time));
  // What was added on a day may be outside of all periods.
  const taught = days.flatMap(({ timelines, blocks }) => [...timelines.flatMap(({ periods }) => periods), ...blocks]);
  const isTaught = (index: number) =>
    taught.some(({ startTime, endTime }) => startTime <= (sorted[index] ?? '') && (sorted[index + 1] ?? '') <= endTime);
  const position = new Map(sorted.map((time, index) => [time, index + 2]));
  return {
    times: sorted,
    minutes,
    weights: minutes.map((each, index) => (isTaught(index) ? each : Math.min(each, 15) * 0.7)),
    lineOf: (time) => position.get(time) ?? 2,
  };
}

/** The day whose periods label the week: the longest of the most common kind. Null where days have conflicting times. */
export function leadingTimeline(days: readonly GridDay[]): GridTimeline | null {
  const count = new Map<string, { timeline: GridTimeline; days: number }>();
  for (const { timelines } of days) {
    const [timeline, second] = timelines;
    if (second !== undefined) return null;
    // A day without school has no times.
    if (timeline === undefined) continue;
    const key = JSON.stringify(timeline.periods.map(({ startTime, endTime }) => [startTime, endTime]));
    const known = count.get(key) ?? { timeline, days: 0 };
    known.days++;
    count.set(key, known);
  }
  const [most] = [...count.values()].sort((one, other) => other.days - one.days);
  return most?.timeline ?? null;
}

/** Whether a name is only the period's own times, such as `08:30~09:10`, which would then be shown twice. */
export function repeatsTimes({
  name,
  startTime,
  endTime,
}: {
  name: string;
  startTime: string;
  endTime: string;
}): boolean {
  const clock = /(\d{1,2})[:.h](\d\d)/g;
  const times = [...name.matchAll(clock)].map(([, hours = '', minutes = '']) => `${hours.padStart(2, '0')}:${minutes}`);
  const rest = name.replace(clock, '');
  return (
    times.length > 0 && times.every((time) => time === startTime || time === endTime) && !/[\p{L}\p{N}]/u.test(rest)
  );
}
