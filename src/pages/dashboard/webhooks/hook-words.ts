// Returns a text about webhooks in the language of the page, once these texts are loaded.

import type { words as english, HookWords } from '../../languages/en/dashboard-webhooks.ts';
import { chooseLanguage } from '../../languages/language-names.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { addTexts, fillText, type NamesOf, type ValuesOf } from '../../ui/texts.ts';

type English = typeof english;
type Key = keyof English;
/** The keys of texts with nothing to fill in. */
export type PlainHookKey = { [K in Key]: [NamesOf<English, K>] extends [never] ? K : never }[Key];

export async function loadHookWords(): Promise<void> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { words }: { words: HookWords } = await import(`../../languages/${tag}/dashboard-webhooks.ts`);
  addTexts(words);
}

export const sayHook = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fillText(key, values ?? {}).join('');

export const phraseHook = <K extends Key>(
  key: K,
  values: Record<NamesOf<English, K>, Node | string | number>,
): (Node | string)[] => fillText<Node | string>(key, values);
