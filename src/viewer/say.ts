// Returns a text in the language of the page: looks up its key, picks the plural form, replaces the names in braces by
// values, and writes numbers as the language does.

import type { Catalogue, words as english } from './languages/en.ts';

type English = typeof english;
export type Key = keyof Catalogue;
type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
/** The names in braces in the text of a key. */
export type NamesIn<K extends Key> = Named<English[K] extends { other: infer Other } ? Other : English[K]>;
type Values<K extends Key, Value> = [NamesIn<K>] extends [never] ? [] : [values: Record<NamesIn<K>, Value>];

/** The keys of texts with nothing to fill in. */
export type PlainKey = { [K in Key]: [NamesIn<K>] extends [never] ? K : never }[Key];

let words: Catalogue | undefined;
let locale = 'en';

/** Sets the language of all texts. @param tag for Intl, such as de or en-GB */
export function setCatalogue(catalogue: Catalogue, tag: string): void {
  words = catalogue;
  locale = tag;
}

/** Creates an Intl object for the language of the page, once for each language. */
export function perLanguage<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

const plurals = perLanguage((tag) => new Intl.PluralRules(tag));
const numbers = perLanguage((tag) => new Intl.NumberFormat(tag));

/** A number in the digits of the language. */
export const count = (number: number): string => numbers().format(number);

/** A text of the language. The value called `count` decides its plural form. */
export const say = <K extends Key>(key: K, ...[values]: Values<K, string | number>): string =>
  fill(key, values ?? {}).join('');

/** The pieces of a text, with each value in its place. Numbers are written in the digits of the language. */
export function fill<Value>(key: Key, values: Readonly<Record<string, Value | number>>): (Value | string)[] {
  const entry = words?.[key] ?? key;
  const text =
    typeof entry === 'string' ? entry : (entry[plurals().select(Number(values['count']))] ?? entry.other ?? '');
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 === 0 ? part : (values[part] ?? '');
    return typeof value === 'number' ? count(value) : value;
  });
}
