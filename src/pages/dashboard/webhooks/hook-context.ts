// What is given to everything that changes one webhook, how it is called, and where the API has it.

import { element, nameOf } from '../../ui/element.ts';
import type { Webhook } from '../answers.ts';
import type { PartOf } from '../organisations/organisation-part.ts';

export type HookContext = PartOf & {
  /** Where a secret is shown this once. */
  shown: HTMLElement;
  refresh: () => Promise<void>;
};

/** By what it is for, otherwise by its address. */
export const nameOfHook = ({ description, url }: Webhook): HTMLElement =>
  description === null ? element('bdi', { dir: 'ltr' }, url) : nameOf(description);

export const hookPath = ({ id }: Webhook, { path }: HookContext): string =>
  `${path}/webhooks/${encodeURIComponent(id)}`;
