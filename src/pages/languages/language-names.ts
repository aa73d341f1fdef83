// The languages of all pages, each with a folder of its words beside this file, and the choice between them: the language that the
// reader chose, or the first of the browser's languages that there is.

/** By language tag, each with its own name for itself. */
export const languageNames = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  uk: { name: 'Українська', direction: 'ltr' },
} as const;
export type LanguageTag = keyof typeof languageNames;

export const isLanguage = (tag: string): tag is LanguageTag => Object.hasOwn(languageNames, tag);
export const languageTags = (): LanguageTag[] => Object.keys(languageNames).filter(isLanguage);
const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase() ?? '';

/** @param wanted by the browser, best first, such as de-AT */
export function chooseLanguage(kept: string | null, wanted: readonly string[]): { tag: LanguageTag; locale: string } {
  const tag = [kept ?? '', ...wanted.map(baseOf)].find(isLanguage) ?? 'en';
  // The browser knows the region, which decides the order of a date and the digits.
  return { tag, locale: wanted.find((each) => baseOf(each) === tag) ?? tag };
}
