// Reads the times of an hour from its name, since FET has no bell times and schools write them there: `08:00`,
// `8.00-8.45`, `08:15~08:30`, `1 (7:30 am)`.

import type { Named } from './fet-data.ts';

/** Minutes since midnight. */
export type Times = { start: number; end: number };
export type HourTimes = { times: Times[]; afternoonAssumed: boolean; endsAssumed: boolean };

const clockTime =
  /(?<![\d:.])(\d{1,2})\s?[:.hH]\s?(\d{2})(?![\d])(?:\s?([ap])\.?m\b)?|(?<![\d:.])(\d{1,2})\s?([ap])\.?m\b/gi;
const noon = 12 * 60;
/** The longest plausible gap between two times. */
const longestPause = 4 * 60;

/** The valid clock times in a text, in minutes. */
export function clockTimesOf(text: string): number[] {
  return [...text.matchAll(clockTime)].flatMap(([, hour, minute = '0', half, hourAlone, halfAlone]) => {
    const [hours, minutes] = [Number(hour ?? hourAlone), Number(minute)];
    const letter = (half ?? halfAlone ?? '').toLowerCase();
    if (minutes > 59 || hours > (letter === '' ? 23 : 12)) return [];
    return [(letter === '' ? hours : (hours % 12) + (letter === 'p' ? 12 : 0)) * 60 + minutes];
  });
}

/**
 * @returns null where an hour has no time or the hours are out of order. Where only starts are known, an hour ends
 * when the next one starts, and the last hour is as long as the one before it.
 */
export function readTimes(hours: readonly Pick<Named, 'name' | 'longName'>[]): HourTimes | null {
  const known = hours.map(({ name, longName }) => {
    const inName = clockTimesOf(name);
    return inName.length > 0 ? inName : clockTimesOf(longName);
  });
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
