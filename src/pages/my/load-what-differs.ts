// Loads what a page needs to show what differs, and nothing for the many pages on which nothing does.

import type { PersonalTimetables } from '../../contract/types.generated.ts';
import { isLanguage } from '../languages/language-names.ts';
import { addTexts } from '../ui/texts.ts';
import type { WhatDiffers } from './days/what-differs.ts';

/**
 * Called before each page is drawn, since its language may be another.
 * @param before what the person saw, where that is to be compared
 * @returns null where days cannot be shown as they take place, without a network
 */
export async function loadWhatDiffers(
  my: PersonalTimetables,
  before: PersonalTimetables | null,
): Promise<{ differing: WhatDiffers | null } | null> {
  const hasDays = [my, before].some((page) => (page?.days ?? []).length > 0);
  if (!hasDays && before === null) return { differing: null };
  try {
    const { whatDiffers } = await import('./days/what-differs.ts');
    const { lang } = document.documentElement;
    if (hasDays) addTexts(await whatDiffers.loadDayWords(isLanguage(lang) ? lang : 'en'));
    return { differing: whatDiffers };
  } catch {
    // What changed is told the next time. A day that differs is not shown as it was planned.
    return hasDays ? null : { differing: null };
  }
}
