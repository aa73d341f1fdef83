// One organisation in the list.

import { element, nameOf } from '../../../viewer/element.ts';
import { organisationHref } from '../address.ts';
import type { Organisation, OrganisationStatus } from '../answers.ts';
import { accessBadges, publicationBadges } from './state-badges.ts';

export const organisationItem = (item: Organisation, status: OrganisationStatus | 'fine' | null): HTMLElement =>
  element(
    'li',
    { class: 'card' },
    element('a', { id: `organisation-${item.id}`, href: organisationHref(item.id) }, nameOf(item.name)),
    element('span', { class: 'badges' }, ...accessBadges(item), ...publicationBadges(status)),
    element('span', { class: 'quiet' }, nameOf(item.id)),
  );
