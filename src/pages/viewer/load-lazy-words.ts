// Loads the words of what is loaded later, in the language of the page: of a calendar, of what is different on a day, and of the pages
// that few readers open.

import { isLanguage } from '../languages/language-names.ts';
import { addWords } from './say.ts';

/** Called before each use, since the reader may have changed the language. */
export async function loadLazyWords(): Promise<void> {
  const [{ loadWords }, { loadDayWords }] = await Promise.all([
    import('./lazy-words.ts'),
    import('../ui/days/load-day-words.ts'),
  ]);
  const { lang } = document.documentElement;
  const tag = isLanguage(lang) ? lang : 'en';
  const [lazy, day] = await Promise.all([loadWords(tag), loadDayWords(tag)]);
  addWords({ ...lazy.words, ...day.words });
}
