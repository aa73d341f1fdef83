// Sets the language of the page.

import { keptChoices } from './kept-choices.ts';
import { chooseLanguage, type LanguageTag, languages } from './languages.ts';
import { setCatalogue } from './say.ts';

/** Loads the words, and sets the language and the direction of the document. */
export async function useLanguage(): Promise<LanguageTag> {
  const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { direction, load } = languages[tag];
  setCatalogue((await load()).words, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  return tag;
}
