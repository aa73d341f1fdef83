// Sets the language of the page.

import { chooseLanguage, type LanguageTag, languageNames } from '../languages/language-names.ts';
import { keptChoices } from '../ui/kept-choices.ts';
import { loadWords } from './load-words.ts';
import { setCatalogue } from './say.ts';

/** Loads the words, and sets the language and the direction of the document. */
export async function useLanguage(): Promise<LanguageTag> {
  const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
  setCatalogue((await loadWords(tag)).words, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = languageNames[tag].direction;
  return tag;
}
