// Loads the pages that few readers open, with their words in the language of the page.

import { loadRareWords } from './load-rare-words.ts';

export async function loadRarePage(): Promise<typeof import('./open-rare-page.ts')> {
  const [pages] = await Promise.all([import('./open-rare-page.ts'), loadRareWords()]);
  return pages;
}
