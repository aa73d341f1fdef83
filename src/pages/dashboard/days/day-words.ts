// Returns a text about days in the language of the page, once these texts are loaded.

import type { DayWords, dayWords as english } from '../../languages/en/dashboard-days.ts';
import { chooseLanguage } from '../../languages/language-names.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { addTexts, fillText, type NamesOf, type ValuesOf } from '../../ui/texts.ts';

type English = typeof english;
type Key = keyof English;

let known: ReadonlySet<string> = new Set();

export async function loadDayWords(): Promise<void> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { dayWords }: { dayWords: DayWords } = await import(`../../languages/${tag}/dashboard-days.ts`);
  known = new Set(Object.keys(dayWords));
  addTexts(dayWords);
}

export const sayDay = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fillText(key, values ?? {}).join('');

export const phraseDay = <K extends Key>(
  key: K,
  values: Record<NamesOf<English, K>, Node | string | number>,
): (Node | string)[] => fillText<Node | string>(key, values);

/** A text whose key is a code of the API; null for one of another release. */
export const sayCode = (
  key: string,
  values: Readonly<Record<string, Node | string | number>> = {},
): (Node | string)[] | null => (known.has(key) ? fillText<Node | string>(key, values) : null);
