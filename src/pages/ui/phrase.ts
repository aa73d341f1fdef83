// Sentences and lists of the page's language with elements in them, so that a school's name stays isolated from the words
// around it, which may run in the other direction.

import { fill, type Key, type NamesIn } from '../viewer/say.ts';
import type { Child } from './element.ts';
import { perLanguage } from './texts.ts';

export const phrase = <K extends Key>(key: K, values: Record<NamesIn<K>, Node | string | number>): (Node | string)[] =>
  fill<Node | string>(key, values);

const lists = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));

/** The elements as a list of the language: `A, B, C`. */
export function listed(items: readonly Node[]): Child[] {
  const parts = lists().formatToParts(items.map((_, index) => String(index)));
  return parts.map(({ type, value }) => (type === 'element' ? items[Number(value)] : value));
}
