// Loads the words of the dashboard.

import type { Catalogue } from '../languages/en/dashboard.ts';
import type { LanguageTag } from '../languages/language-names.ts';

export const loadWords = (tag: LanguageTag): Promise<{ words: Catalogue }> =>
  import(`../languages/${tag}/dashboard.ts`);
