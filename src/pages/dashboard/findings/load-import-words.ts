// What says the counts, losses and rules of an import in the language of the page.

import type { ImportWords } from '../../languages/en/import-findings.ts';
import { chooseLanguage } from '../../languages/language-names.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { addTexts, fillText } from '../../ui/texts.ts';

/** Null for what the page has no words for, since a newer release found it. */
export type SayFound = (key: string, values?: Readonly<Record<string, string>>) => string | null;

export async function loadImportWords(): Promise<SayFound> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { found }: { found: ImportWords } = await import(`../../languages/${tag}/import-findings.ts`);
  addTexts(found);
  return (key, values = {}) => (Object.hasOwn(found, key) ? fillText<string>(key, values).join('') : null);
}
