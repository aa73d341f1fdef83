// The words for what is different on a day, in each language. Only those of the language of the page are loaded.

import type { LanguageTag } from '../language-names.ts';
import type { DayCatalogue } from './languages/day-en.ts';

export const dayLanguages: Record<LanguageTag, { load: () => Promise<{ words: DayCatalogue }> }> = {
  en: { load: () => import('./languages/day-en.ts') },
  de: { load: () => import('./languages/day-de.ts') },
  fr: { load: () => import('./languages/day-fr.ts') },
  es: { load: () => import('./languages/day-es.ts') },
  ar: { load: () => import('./languages/day-ar.ts') },
  uk: { load: () => import('./languages/day-uk.ts') },
};
