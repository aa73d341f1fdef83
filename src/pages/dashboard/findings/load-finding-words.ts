// Loads the words of findings, when the first is shown.

import type { FindingWords } from '../../languages/en/findings.ts';
import type { LanguageTag } from '../../languages/language-names.ts';

export const loadFindingWords = (tag: LanguageTag): Promise<{ findings: FindingWords }> =>
  import(`../../languages/${tag}/findings.ts`);
