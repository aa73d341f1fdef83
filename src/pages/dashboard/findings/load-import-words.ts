// What says the counts, losses and rules of an import in the language of the page.

import { keptChoices } from '../../ui/kept-choices.ts';
import { chooseLanguage } from '../../ui/language-names.ts';
import { addTexts, fillText } from '../../ui/texts.ts';
import { importLanguages } from './import-languages.ts';

/** Null for what the page has no words for, since a newer release found it. */
export type SayFound = (key: string, values?: Readonly<Record<string, string>>) => string | null;

export async function loadImportWords(): Promise<SayFound> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { found } = await importLanguages[tag].load();
  addTexts(found);
  return (key, values = {}) => (Object.hasOwn(found, key) ? fillText<string>(key, values).join('') : null);
}
