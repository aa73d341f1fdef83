// The dates of a feed. They move on the first of a month only, so that a feed stays the same on all other days.

import { addDays, firstOfMonth } from '../time/day.ts';

/** Calendar days, YYYYMMDD; the last one belongs to it. `month` is the first day of the month that it is for. */
export type FeedWindow = { month: number; firstDay: number; lastDay: number };

/** From four weeks before the first of this month to 26 weeks after it. @param today at the school */
export function feedWindow(today: number): FeedWindow {
  const month = firstOfMonth(today);
  return { month, firstDay: addDays(month, -4 * 7), lastDay: addDays(month, 26 * 7) };
}
