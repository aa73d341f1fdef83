// Loads the words for what is different on a day.

import type { DayCatalogue } from '../../languages/en/different-days.ts';
import type { LanguageTag } from '../../languages/language-names.ts';

export const loadDayWords = (tag: LanguageTag): Promise<{ words: DayCatalogue }> =>
  import(`../../languages/${tag}/different-days.ts`);
