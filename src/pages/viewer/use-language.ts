// Sets the language of the page.

import { keptChoices } from '../ui/kept-choices.ts';
import { chooseLanguage, type LanguageTag, languageNames } from '../ui/language-names.ts';
import { languages } from './languages.ts';
import { setCatalogue } from './say.ts';

/** Loads the words, and sets the language and the direction of the document. */
export async function useLanguage(): Promise<LanguageTag> {
  const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
  setCatalogue((await languages[tag].load()).words, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = languageNames[tag].direction;
  return tag;
}
