// What is given to everything that changes one key.

import type { PartOf } from '../organisations/organisation-part.ts';

export type KeyContext = PartOf & {
  /** Where a key is shown this once. */
  shown: HTMLElement;
  refresh: () => Promise<void>;
};
