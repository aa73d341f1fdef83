// Loads the pages that few readers open, with their words in the language of the page.

import { loadLazyWords } from './load-lazy-words.ts';

export async function loadLazyPage(): Promise<typeof import('./open-lazy-page.ts')> {
  const [pages] = await Promise.all([import('./open-lazy-page.ts'), loadLazyWords()]);
  return pages;
}
