// Finds which range of days covers a day, for all days that a calendar may name. Ranges may overlap in any number, so each
// day is decided once, and then looked up.

import { daysSince1970 } from './time/day.ts';

/** The days that a calendar may name: three centuries, from a Monday on. */
export const earliestDay = 19000101;
export const latestDay = 21991231;

const start = daysSince1970(earliestDay);
/** How many days there are. */
export const daysInAll = daysSince1970(latestDay) - start + 1;

/** The position of a day among them, from 0; outside when it is not one of them. */
export const dayIndex = (day: number): number => daysSince1970(day) - start;

/** The first of the ranges, in their order, that covers the day at an index. At most 65,534 ranges. */
export function coverDays<Range extends { firstDay: number; lastDay: number }>(
  ranges: readonly Range[],
): (index: number) => Range | undefined {
  if (ranges.length === 0) return () => undefined;
  const covering = new Uint16Array(daysInAll);
  for (const [position, { firstDay, lastDay }] of [...ranges.entries()].reverse())
    covering.fill(position + 1, Math.max(0, dayIndex(firstDay)), Math.max(0, dayIndex(lastDay) + 1));
  return (index) => ranges[(covering[index] ?? 0) - 1];
}
