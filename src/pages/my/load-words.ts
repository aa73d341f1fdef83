// Loads the words of the person's page.

import type { Catalogue } from '../languages/en/my.ts';
import type { LanguageTag } from '../languages/language-names.ts';

export const loadWords = (tag: LanguageTag): Promise<{ words: Catalogue }> => import(`../languages/${tag}/my.ts`);
