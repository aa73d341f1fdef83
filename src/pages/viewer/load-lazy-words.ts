// Loads the words of what is loaded later, in the language of the page: of a calendar, of what is different on a day, and of the pages
// that few readers open.

import { isLanguage } from '../ui/language-names.ts';
import { addWords } from './say.ts';

/** Called before each use, since the reader may have changed the language. */
export async function loadLazyWords(): Promise<void> {
  const [{ lazyLanguages }, { dayLanguages }] = await Promise.all([
    import('./lazy-languages.ts'),
    import('../ui/days/day-languages.ts'),
  ]);
  const { lang } = document.documentElement;
  const tag = isLanguage(lang) ? lang : 'en';
  const [lazy, day] = await Promise.all([lazyLanguages[tag].load(), dayLanguages[tag].load()]);
  addWords({ ...lazy.words, ...day.words });
}
