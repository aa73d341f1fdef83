// The viewer's languages, and the choice between them: the language that the reader chose, or the first of the browser's
// languages that the viewer has. Only the words of that language are loaded.

import type { Catalogue } from './languages/en.ts';

type Language = { name: string; direction: 'ltr' | 'rtl'; load: () => Promise<{ words: Catalogue }> };

/** By language tag, each with its own name for itself. */
export const languages = {
  en: { name: 'English', direction: 'ltr', load: () => import('./languages/en.ts') },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./languages/de.ts') },
  fr: { name: 'Français', direction: 'ltr', load: () => import('./languages/fr.ts') },
  es: { name: 'Español', direction: 'ltr', load: () => import('./languages/es.ts') },
  ar: { name: 'العربية', direction: 'rtl', load: () => import('./languages/ar.ts') },
  uk: { name: 'Українська', direction: 'ltr', load: () => import('./languages/uk.ts') },
} satisfies Record<string, Language>;
export type LanguageTag = keyof typeof languages;

const isKnown = (tag: string): tag is LanguageTag => Object.hasOwn(languages, tag);
const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase() ?? '';

/** @param wanted by the browser, best first, such as de-AT */
export function chooseLanguage(kept: string | null, wanted: readonly string[]): { tag: LanguageTag; locale: string } {
  const tag = [kept ?? '', ...wanted.map(baseOf)].find(isKnown) ?? 'en';
  // The browser knows the region, which decides the order of a date and the digits.
  return { tag, locale: wanted.find((each) => baseOf(each) === tag) ?? tag };
}
