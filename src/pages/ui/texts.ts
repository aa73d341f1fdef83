// The mechanism of texts in the language of the page, whatever the texts: picks the plural form, replaces the names in braces
// by values, and writes numbers as the language does. Each page has a catalogue of its own and types for its keys.

type Plural = Partial<Record<Intl.LDMLPluralRule, string>>;
export type Texts = Readonly<Record<string, string | Plural>>;

/** All languages of a catalogue have the keys of its English. */
export type CatalogueOf<English> = { [Key in keyof English]: English[Key] extends string ? string : string | Plural };

type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
/** The names in braces in the text of a key. */
export type NamesOf<English, K extends keyof English> = Named<
  English[K] extends { other: infer Other } ? Other : English[K]
>;
export type ValuesOf<English, K extends keyof English, Value> = [NamesOf<English, K>] extends [never]
  ? []
  : [values: Record<NamesOf<English, K>, Value>];

let texts: Texts | undefined;
let locale = 'en';

/** Sets the language of all texts. @param tag for Intl, such as de or en-GB */
export function setTexts(all: Texts, tag: string): void {
  texts = all;
  locale = tag;
}

/** Adds texts of the same language. */
export function addTexts(more: Texts): void {
  texts = { ...texts, ...more };
}

/** Adds texts of the same language that have no text under their key yet. */
export function addMissingTexts(more: Texts): void {
  texts = { ...more, ...texts };
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

const signed = perLanguage((tag) => new Intl.NumberFormat(tag, { signDisplay: 'always' }));

/** So many more, as +2: where one writes from right to left, the language keeps the sign before the number. */
export const countMore = (number: number): string => signed().format(number);

/** The pieces of a text, with each value in its place. The value called `count` decides its plural form. */
export function fillText<Value>(key: string, values: Readonly<Record<string, Value | number>>): (Value | string)[] {
  const entry = texts?.[key] ?? key;
  const text =
    typeof entry === 'string' ? entry : (entry[plurals().select(Number(values['count']))] ?? entry.other ?? '');
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 === 0 ? part : (values[part] ?? '');
    return typeof value === 'number' ? count(value) : value;
  });
}
