// Loads the viewer's words.

import type { Catalogue } from '../languages/en/viewer.ts';
import type { LanguageTag } from '../languages/language-names.ts';

export const loadWords = (tag: LanguageTag): Promise<{ words: Catalogue }> => import(`../languages/${tag}/viewer.ts`);
