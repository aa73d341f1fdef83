// The words of webhooks in each language, which are loaded with the part that shows them.

import type { LanguageTag } from '../../ui/language-names.ts';
import type { HookWords } from './languages/en.ts';

export const hookLanguages: Record<LanguageTag, { load: () => Promise<{ words: HookWords }> }> = {
  en: { load: () => import('./languages/en.ts') },
  de: { load: () => import('./languages/de.ts') },
  fr: { load: () => import('./languages/fr.ts') },
  es: { load: () => import('./languages/es.ts') },
  ar: { load: () => import('./languages/ar.ts') },
  uk: { load: () => import('./languages/uk.ts') },
};
