// Returns a text of the viewer in the language of the page.

import type { DayCatalogue, words as day } from '../languages/en/different-days.ts';
import type { Catalogue, words as first } from '../languages/en/viewer.ts';
import type { LazyCatalogue, words as lazy } from '../languages/en/viewer-lazy.ts';
import { addMissingTexts, fillText, type NamesOf, setTexts, type ValuesOf } from '../ui/texts.ts';

type English = typeof first & typeof lazy & typeof day;
export type Key = keyof English;
/** The names in braces in the text of a key. */
export type NamesIn<K extends Key> = NamesOf<English, K>;

/** The keys of texts with nothing to fill in. */
export type PlainKey = { [K in Key]: [NamesIn<K>] extends [never] ? K : never }[Key];

/** Sets the language of all texts. @param tag for Intl, such as de or en-GB */
export const setCatalogue = (catalogue: Catalogue, tag: string): void => setTexts(catalogue, tag);

/** Adds words of the same language that were loaded later. */
export const addWords = (words: LazyCatalogue & DayCatalogue): void => addMissingTexts(words);

/** A text of the language. The value called `count` decides its plural form. */
export const say = <K extends Key>(key: K, ...[values]: ValuesOf<English, K, string | number>): string =>
  fill(key, values ?? {}).join('');

/** The pieces of a text, with each value in its place. Numbers are written in the digits of the language. */
export const fill = <Value>(key: Key, values: Readonly<Record<string, Value | number>>): (Value | string)[] =>
  fillText(key, values);
