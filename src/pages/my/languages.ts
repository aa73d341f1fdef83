// The words of the person's page in each language. Only those of the language of the page are loaded.

import type { LanguageTag } from '../ui/language-names.ts';
import type { Catalogue } from './languages/en.ts';

export const languages: Record<LanguageTag, { load: () => Promise<{ words: Catalogue }> }> = {
  en: { load: () => import('./languages/en.ts') },
  de: { load: () => import('./languages/de.ts') },
  fr: { load: () => import('./languages/fr.ts') },
  es: { load: () => import('./languages/es.ts') },
  ar: { load: () => import('./languages/ar.ts') },
  uk: { load: () => import('./languages/uk.ts') },
};
