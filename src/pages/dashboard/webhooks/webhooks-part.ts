// Who is told of changes by a POST: loaded with its words when the part is opened.

import type { OrganisationPart } from '../organisations/organisation-part.ts';

export const webhooksPart: OrganisationPart = async (of) => {
  const [{ webhooksView }, { loadHookWords }] = await Promise.all([
    import('./webhooks-view.ts'),
    import('./hook-words.ts'),
  ]);
  await loadHookWords();
  return webhooksView(of);
};
