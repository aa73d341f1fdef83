// Warns where the name of a day says another day of the week than its number, by which the lessons of today are found.

import type { Timetable } from '../../client/belfry-client.ts';
import { loadRareWords } from '../load-rare-words.ts';

/** Fills and shows the place of the warning, if there is one. Nothing is loaded where the names are right at a glance. */
export async function warnOfDays({ bellSchedules }: Timetable, place: HTMLElement): Promise<void> {
  const days = bellSchedules.flatMap((schedule) => schedule.days);
  const areRight = (locale: string) => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return days.every(({ label, dayOfWeek }) => label.startsWith(format.format(Date.UTC(2024, 0, dayOfWeek))));
  };
  if (['en', document.documentElement.lang].some(areRight)) return;
  const [{ doubtfulDay }] = await Promise.all([import('./doubtful-day.ts'), loadRareWords()]);
  const words = doubtfulDay(days);
  if (words === null) return;
  place.replaceChildren(...words);
  place.hidden = false;
}
