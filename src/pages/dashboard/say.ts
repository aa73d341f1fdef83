// Returns a text of the dashboard in the language of the page.

import type { words as english } from '../languages/en/dashboard.ts';
import { fillText, type NamesOf, type ValuesOf } from '../ui/texts.ts';

type English = typeof english;
export type Key = keyof English;
/** The keys of texts with nothing to fill in. */
export type PlainKey = { [K in Key]: [NamesOf<English, K>] extends [never] ? K : never }[Key];

/** A text of the language. The value called `count` decides its plural form. */
export const say = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fillText(key, values ?? {}).join('');

/** A text with elements in it, so that a name stays isolated from the words around it. */
export const phrase = <K extends Key>(
  key: K,
  values: Record<NamesOf<English, K>, Node | string | number>,
): (Node | string)[] => fillText<Node | string>(key, values);
