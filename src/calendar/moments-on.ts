// The moments of the times of a date. Few times occur on a date, and finding the moment of one takes long.

import { addDays } from './time/day.ts';
import { localTimestamp, localToUtc } from './time/zone.ts';

/** In milliseconds since 1970, and as local time with its offset. */
type Moment = { at: number; text: string };

export type MomentsOn = (time: string, isNextDay: boolean) => Moment;

/** @param date YYYYMMDD */
export function momentsOn(date: number, zone: string): MomentsOn {
  const known = new Map<string, Moment>();
  return (time, isNextDay) => {
    const key = `${time} ${isNextDay}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const at = localToUtc(isNextDay ? addDays(date, 1) : date, time, zone);
    const moment = { at, text: localTimestamp(at, zone) };
    known.set(key, moment);
    return moment;
  };
}
