// What comes after a timetable is stored: a draft is published, and whoever is to read it needs a key or a link.

import { element } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { viewerLink } from '../timetables/viewer-link.ts';

export const nextSteps = (desk: Desk, organisationId: string, isDraft: boolean): HTMLElement =>
  element(
    'div',
    { class: 'stack' },
    element('p', {}, say(isDraft ? 'draftNext' : 'nextIs')),
    element(
      'p',
      { class: 'buttons' },
      ...(['timetables', 'keys', 'links'] as const).map((tab) =>
        element('a', { href: organisationHref(organisationId, tab) }, say(tab)),
      ),
      viewerLink(desk, null),
    ),
  );
