// Returns a text about webhooks in the language of the page, once these texts are loaded.

import { keptChoices } from '../../ui/kept-choices.ts';
import { chooseLanguage } from '../../ui/language-names.ts';
import { addTexts, fillText, type NamesOf, type ValuesOf } from '../../ui/texts.ts';
import { hookLanguages } from './hook-languages.ts';
import type { words as english } from './languages/en.ts';

type English = typeof english;
type Key = keyof English;
/** The keys of texts with nothing to fill in. */
export type PlainHookKey = { [K in Key]: [NamesOf<English, K>] extends [never] ? K : never }[Key];

export async function loadHookWords(): Promise<void> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  addTexts((await hookLanguages[tag].load()).words);
}

export const sayHook = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fillText(key, values ?? {}).join('');

export const phraseHook = <K extends Key>(
  key: K,
  values: Record<NamesOf<English, K>, Node | string | number>,
): (Node | string)[] => fillText<Node | string>(key, values);
