// Warns where the name of a day says another day of the week than its number, by which the lessons of today are found.

import type { Timetable } from '../../../client/belfry-client.ts';
import { loadLazyWords } from '../load-lazy-words.ts';

/** Fills and shows the place of the warning, if there is one. Not needed where the names are right at a glance. */
export async function warnOfDays({ bellSchedules }: Timetable, place: HTMLElement): Promise<void> {
  const [{ doubtfulDay }] = await Promise.all([import('./doubtful-day.ts'), loadLazyWords()]);
  const words = doubtfulDay(bellSchedules.flatMap((schedule) => schedule.days));
  if (words === null) return;
  place.replaceChildren(...words);
  place.hidden = false;
}
