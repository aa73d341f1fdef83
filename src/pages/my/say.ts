// Returns a text of the person's page in the language of the page.

import type { words as english } from '../languages/en/my.ts';
import { fillText, type NamesOf, type ValuesOf } from '../ui/texts.ts';

type English = typeof english;
export type Key = keyof English;

/** A text of the language. The value called `count` decides its plural form. */
export const say = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fillText(key, values ?? {}).join('');

/** A text with elements in it, so that a name stays isolated from the words around it. */
export const phrase = <K extends Key>(
  key: K,
  values: Record<NamesOf<English, K>, Node | string | number>,
): (Node | string)[] => fillText<Node | string>(key, values);
