// One organisation in the list.

import { element, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { ListedOrganisation } from '../answers.ts';
import { accessBadges, publicationBadges } from './state-badges.ts';

export const organisationItem = (item: ListedOrganisation): HTMLElement =>
  element(
    'li',
    { class: 'card' },
    element('a', { id: `organisation-${item.id}`, href: organisationHref(item.id) }, nameOf(item.name)),
    element(
      'span',
      { class: 'badges' },
      ...accessBadges(item),
      ...(item.publication ? publicationBadges(item.publication) : []),
    ),
    element('span', { class: 'quiet' }, nameOf(item.id)),
  );
