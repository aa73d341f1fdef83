// The words of the pages that few readers open, in each language. Only those of the language of the page are loaded.

import type { LanguageTag } from '../ui/language-names.ts';
import type { RareCatalogue } from './languages/rare-en.ts';

export const rareLanguages: Record<LanguageTag, { load: () => Promise<{ words: RareCatalogue }> }> = {
  en: { load: () => import('./languages/rare-en.ts') },
  de: { load: () => import('./languages/rare-de.ts') },
  fr: { load: () => import('./languages/rare-fr.ts') },
  es: { load: () => import('./languages/rare-es.ts') },
  ar: { load: () => import('./languages/rare-ar.ts') },
  uk: { load: () => import('./languages/rare-uk.ts') },
};
