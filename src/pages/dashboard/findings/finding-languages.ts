// The words of findings in each language, which are loaded when a finding is shown.

import type { LanguageTag } from '../../ui/language-names.ts';
import type { FindingWords } from './words/en.ts';

export const findingLanguages: Record<LanguageTag, { load: () => Promise<{ findings: FindingWords }> }> = {
  en: { load: () => import('./words/en.ts') },
  de: { load: () => import('./words/de.ts') },
  fr: { load: () => import('./words/fr.ts') },
  es: { load: () => import('./words/es.ts') },
  ar: { load: () => import('./words/ar.ts') },
  uk: { load: () => import('./words/uk.ts') },
};
