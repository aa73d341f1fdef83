// Warns that a change ends a rollback: readers get what is stored then, also what it was rolled back for.

import { element } from '../../ui/element.ts';
import type { Publication } from '../answers.ts';
import { say } from '../say.ts';

export const endsRollback = (publication: Publication | null): HTMLElement | null =>
  publication === null || publication.rolledBackTo === null
    ? null
    : element('p', { class: 'notice' }, say('changeEndsRollback'));
