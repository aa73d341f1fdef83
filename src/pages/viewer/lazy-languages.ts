// The words of the pages that few readers open, in each language. Only those of the language of the page are loaded.

import type { LanguageTag } from '../ui/language-names.ts';
import type { LazyCatalogue } from './languages/lazy-en.ts';

export const lazyLanguages: Record<LanguageTag, { load: () => Promise<{ words: LazyCatalogue }> }> = {
  en: { load: () => import('./languages/lazy-en.ts') },
  de: { load: () => import('./languages/lazy-de.ts') },
  fr: { load: () => import('./languages/lazy-fr.ts') },
  es: { load: () => import('./languages/lazy-es.ts') },
  ar: { load: () => import('./languages/lazy-ar.ts') },
  uk: { load: () => import('./languages/lazy-uk.ts') },
};
