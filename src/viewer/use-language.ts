// Turns the page to the reader's language.

import { keptChoices } from './kept-choices.ts';
import { chooseLanguage, type LanguageTag, languages } from './languages.ts';
import { speak } from './say.ts';

/** Loads the words, and sets the language and the direction of the document. */
export async function useLanguage(): Promise<LanguageTag> {
  const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { direction, load } = languages[tag];
  speak((await load()).words, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  return tag;
}
