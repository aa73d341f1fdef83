// The language of a timetable, told by the names of its days: a browser breaks a long word with a hyphen only where it knows
// the language, which need not be that of the page.

import type { Timetable } from '../../../client/belfry-client.ts';
import { setLanguageOfNames } from '../../ui/element.ts';
import { loadLazyWords } from '../load-lazy-words.ts';

/** Languages of schools that have long words, and that browsers hyphenate. */
const languages = ['en', 'de', 'fr', 'es', 'uk', 'nl', 'it', 'pl', 'sv', 'fi'];

/** Of timetables whose days are called in the language of the page: as the school wrote them, and the names that it did not write. */
const translated = new WeakMap<Timetable, { own: Timetable; names: ReadonlySet<string> }>();

/** Undefined where the names of the days say none. */
function languageOf({ bellSchedules }: Timetable): string | undefined {
  const days = bellSchedules.flatMap((schedule) => schedule.days);
  return [document.documentElement.lang, ...languages].find((locale) => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    const name = (dayOfWeek: number) => format.format(Date.UTC(2024, 0, dayOfWeek)).toLowerCase();
    return days.every(({ label, dayOfWeek }) => label.toLowerCase().startsWith(name(dayOfWeek)));
  });
}

/** Lets the names of a timetable be in its language. @returns false where the names of its days say none */
export function speakNamesOf(timetable: Timetable): boolean {
  const { own, names } = translated.get(timetable) ?? { own: timetable };
  const found = languageOf(own);
  setLanguageOfNames(found === document.documentElement.lang ? null : (found ?? null), names);
  return found !== undefined;
}

/** The timetable with the common names of days and periods in the language of the page. */
export async function inLanguageOfPage(own: Timetable): Promise<Timetable> {
  const { lang } = document.documentElement;
  if (languageOf(own) === lang) return own;
  try {
    const [{ translateNames }] = await Promise.all([import('./translate-names.ts'), loadLazyWords()]);
    const { document: timetable, names } = translateNames(own, lang);
    if (timetable !== own) translated.set(timetable, { own, names });
    return timetable;
  } catch {
    return own; // without it, the timetable is shown all the same
  }
}
