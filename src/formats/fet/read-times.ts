// Reads the times of an hour from its name and long name, since FET has no bell times and schools write them there: `08:00`,
// `8.00-8.45`, `08:15~08:30`, `1 (7:30 am)`.

import { clockTimesOf } from '../reading/clock-times.ts';
import type { Named } from './fet-data.ts';

/** Minutes since midnight. */
type Times = { start: number; end: number };
export type HourTimes = { times: Times[]; afternoonAssumed: boolean; endsAssumed: boolean };

const noon = 12 * 60;
/** The longest plausible gap between two times. */
const longestPause = 4 * 60;

/**
 * @returns null where an hour has no time or the hours are out of order. Where only starts are known, an hour ends
 * when the next one starts, and the last hour is as long as the one before it.
 */
export function readTimes(hours: readonly Pick<Named, 'name' | 'longName'>[]): HourTimes | null {
  const known = hours.map(timesIn);
  if (known.length === 0 || known.some(({ length }) => length === 0)) return null;
  let afternoonAssumed = false;
  let last = -1;
  /** A twelve-hour clock without am and pm starts again at noon. */
  const after = (time: number): number => {
    const isNext = time < last && time + noon >= last && time + noon - last <= longestPause;
    if (isNext) afternoonAssumed = true;
    last = isNext ? time + noon : time;
    return last;
  };
  const clock = known.map(([start = 0, end]) => ({ start: after(start), end: end === undefined ? null : after(end) }));
  const endsAssumed = clock.some(({ end }) => end === null);
  const times: Times[] = [];
  for (const [index, { start, end }] of clock.entries()) {
    const before = times.at(-1);
    const assumed = clock[index + 1]?.start ?? (before === undefined ? null : start + before.end - before.start);
    const ends = end ?? assumed;
    if (ends === null || ends <= start || ends >= 24 * 60 || (before !== undefined && start < before.end)) return null;
    times.push({ start, end: ends });
  }
  return { times, afternoonAssumed, endsAssumed };
}

/** The start and the end, as far as the names tell. The name decides, and the long name adds the end that the name lacks. */
function timesIn({ name, longName }: Pick<Named, 'name' | 'longName'>): number[] {
  const [inName, inLongName] = [clockTimesOf(name), clockTimesOf(longName)];
  const [start] = inName;
  if (start === undefined) return inLongName;
  const end = inLongName.at(-1);
  const isEnd = end !== undefined && end > start && end - start <= longestPause;
  return inName.length === 1 && isEnd ? [start, end] : inName;
}
