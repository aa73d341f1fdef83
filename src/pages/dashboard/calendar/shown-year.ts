// The twelve months that the editor shows: the school year that the terms around today belong to.

import { addDays, addMonths, daysBetween, firstOfMonth } from '../../../calendar/time/day.ts';
import type { Calendar } from '../answers.ts';

/** Days without a term between two school years. The holidays within one are shorter. */
const summer = 36;

/** The first of the month in which the school year begins; without terms, the first of this month. */
export function beginOfShownYear({ terms = [] }: Calendar, today: number): number {
  const inOrder = [...terms].sort((one, other) => one.firstDay - other.firstDay);
  const index = inOrder.findIndex(({ lastDay }) => lastDay >= today);
  const coming = index === -1 ? undefined : inOrder[index];
  if (coming === undefined) return firstOfMonth(today);
  let begin = coming.firstDay;
  for (const { firstDay, lastDay } of inOrder.slice(0, index).reverse())
    if (daysBetween(lastDay, begin) <= summer) begin = Math.min(begin, firstDay);
    else break;
  return firstOfMonth(begin);
}

/** The dates of each of twelve months. @param begin a first of a month */
export const monthsFrom = (begin: number): number[][] =>
  Array.from({ length: 12 }, (_, index) => {
    const first = addMonths(begin, index);
    return Array.from({ length: daysBetween(first, addMonths(begin, index + 1)) }, (__, day) => addDays(first, day));
  });
