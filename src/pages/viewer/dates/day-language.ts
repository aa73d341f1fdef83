// The language of a timetable, told by the names of its days: a browser breaks a long word with a hyphen only where it knows
// the language, which need not be that of the page.

import type { Timetable } from '../../../client/belfry-client.ts';
import { setLanguageOfNames } from '../../ui/element.ts';

/** Languages of schools that have long words, and that browsers hyphenate. */
const languages = ['en', 'de', 'fr', 'es', 'uk', 'nl', 'it', 'pl', 'sv', 'fi'];

/** Lets the names of a timetable be in its language. @returns false where the names of its days say none */
export function speakNamesOf({ bellSchedules }: Timetable): boolean {
  const days = bellSchedules.flatMap((schedule) => schedule.days);
  const { lang } = document.documentElement;
  const found = [lang, ...languages].find((locale) => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    const name = (dayOfWeek: number) => format.format(Date.UTC(2024, 0, dayOfWeek)).toLowerCase();
    return days.every(({ label, dayOfWeek }) => label.toLowerCase().startsWith(name(dayOfWeek)));
  });
  setLanguageOfNames(found === undefined || found === lang ? null : found);
  return found !== undefined;
}
