// Loads the words of what is loaded later, in the language of the page: of a calendar, and of the pages that few readers open.

import { isLanguage } from '../ui/language-names.ts';
import { addWords } from './say.ts';

/** Called before each use, since the reader may have changed the language. */
export async function loadRareWords(): Promise<void> {
  const { rareLanguages } = await import('./rare-languages.ts');
  const { lang } = document.documentElement;
  addWords((await rareLanguages[isLanguage(lang) ? lang : 'en'].load()).words);
}
