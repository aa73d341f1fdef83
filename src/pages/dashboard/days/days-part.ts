// What is different on a day: loaded with its words when the part is opened.

import type { OrganisationPart } from '../organisations/organisation-part.ts';

export const daysPart: OrganisationPart = async (of) => {
  const [{ daysView }, { loadDayWords }] = await Promise.all([import('./days-view.ts'), import('./day-words.ts')]);
  await loadDayWords();
  return daysView(of);
};
