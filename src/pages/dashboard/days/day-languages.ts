// The words of days in each language, which are loaded with the part that shows them.

import type { LanguageTag } from '../../ui/language-names.ts';
import type { DayWords } from './languages/en.ts';

export const dayLanguages: Record<LanguageTag, { load: () => Promise<{ dayWords: DayWords }> }> = {
  en: { load: () => import('./languages/en.ts') },
  de: { load: () => import('./languages/de.ts') },
  fr: { load: () => import('./languages/fr.ts') },
  es: { load: () => import('./languages/es.ts') },
  ar: { load: () => import('./languages/ar.ts') },
  uk: { load: () => import('./languages/uk.ts') },
};
