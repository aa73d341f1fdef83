// Reads the times of a period or a break.

import { clockOf, clockTimesOf } from '../reading/clock-times.ts';
import { type AscElement, textOf } from './asc-file.ts';

export type Times = { startTime: string; endTime: string };

/** Null where one of them cannot be read. They are read as one range, since am or pm at one end may hold for both. */
export function timesOf(element: AscElement): Times | null {
  const ends = [textOf(element, 'starttime'), textOf(element, 'endtime')];
  if (ends.some((text) => clockTimesOf(text).length !== 1)) return null;
  const [start, end] = clockTimesOf(ends.join(' - '));
  return start === undefined || end === undefined ? null : { startTime: clockOf(start), endTime: clockOf(end) };
}
