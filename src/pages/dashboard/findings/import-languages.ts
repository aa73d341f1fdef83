// The words of a school's file in each language, which are loaded with the report of an import.

import type { LanguageTag } from '../../ui/language-names.ts';
import type { ImportWords } from './import-words/en.ts';

export const importLanguages: Record<LanguageTag, { load: () => Promise<{ found: ImportWords }> }> = {
  en: { load: () => import('./import-words/en.ts') },
  de: { load: () => import('./import-words/de.ts') },
  fr: { load: () => import('./import-words/fr.ts') },
  es: { load: () => import('./import-words/es.ts') },
  ar: { load: () => import('./import-words/ar.ts') },
  uk: { load: () => import('./import-words/uk.ts') },
};
