// Loads the words of the pages that few readers open.

import type { LazyCatalogue } from '../languages/en/viewer-lazy.ts';
import type { LanguageTag } from '../languages/language-names.ts';

export const loadWords = (tag: LanguageTag): Promise<{ words: LazyCatalogue }> =>
  import(`../languages/${tag}/viewer-lazy.ts`);
