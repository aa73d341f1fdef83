// The times of a short day: each lesson so many minutes long, from the usual beginning on, with the usual breaks.

import type { BellTimes } from './change-days.ts';

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** @param minutes of each lesson; one that is shorter anyway stays as it is */
export function shortenPeriods(usual: BellTimes, minutes: number): BellTimes {
  let earlier = 0; // how many minutes the lessons before have saved
  return usual.map(({ periodIndex, startTime, endTime }) => {
    const start = minutesOf(startTime) - earlier;
    const length = (minutesOf(endTime) - minutesOf(startTime) + 1440) % 1440;
    const kept = Math.min(length, minutes);
    earlier += length - kept;
    return { periodIndex, startTime: timeOf(start), endTime: timeOf(start + kept) };
  });
}
