// The current and the next lessons of a day, by the clock of the school.

import type { GridDay, PlacedCell } from '../grid/grid.ts';

/** The lessons that take place at a time of a day, and those that begin next. */
export type NowAndNext = { now: PlacedCell[]; next: PlacedCell[] };

/**
 * @param day from `lessonsOn`
 * @param time HH:MM of the school's clock, 24 hours
 * @throws RangeError when `time` has another form, since times are compared as text
 */
export function nowAndNext(day: GridDay | null, time: string): NowAndNext {
  if (!/^\d\d:\d\d$/.test(time)) throw new RangeError(`${time} is not a time; write 09:05`);
  const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
  const later = cells.filter(({ startTime }) => startTime > time);
  const begins = later.reduce((first, { startTime }) => (startTime < first ? startTime : first), '99:99');
  return {
    now: cells.filter((cell) => cell.startTime <= time && !isOver(cell, time)),
    next: later.filter(({ startTime }) => startTime === begins),
  };
}

/** Whether a lesson of the day has ended. One that does not end after its start ends on the next day. */
export const isOver = ({ startTime, endTime }: { startTime: string; endTime: string }, time: string): boolean =>
  startTime < endTime && endTime <= time;
