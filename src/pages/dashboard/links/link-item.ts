// One link: what it shows, its state, and a button to revoke it.

import { type Child, element, nameOf, visuallyHidden } from '../../ui/element.ts';
import type { Link } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { momentOf } from '../moments.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { announce } from '../parts/outcome-line.ts';
import { phrase, say } from '../say.ts';

/** Whether it is among those that are revoked together. */
type Choice = { isChosen: boolean; choose: (link: Link, isChosen: boolean) => void };

export function linkItem(
  link: Link,
  { desk, path }: PartOf,
  refresh: () => Promise<void>,
  { isChosen, choose }: Choice,
): HTMLElement {
  const { linkId, kind, entityId, entityName, revokedAt, expiresAt, endedAt } = link;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const state = revokedAt !== null ? 'revoked' : endedAt !== null ? 'ended' : isExpired ? 'expired' : 'active';
  const title = entityName ?? entityId;
  const revoke = () =>
    confirmDialog({
      heading: say('revokeLink'),
      explanation: phrase('revokeLinkMeans', { name: nameOf(title) }),
      word: null,
      button: say('revoke'),
      action: () => callControl<'revokeLink'>(`${path}/links/${encodeURIComponent(linkId)}`, { method: 'DELETE' }),
      async done() {
        await refresh();
        announce(say('linkRevoked'));
      },
    });
  const box = element('input', {
    ...{ id: `choose-${linkId}`, type: 'checkbox', checked: isChosen, change: () => choose(link, box.checked) },
  });
  const heading = element('strong', { id: `link-${linkId}` }, say(kind), ' ', nameOf(title));
  return element(
    'li',
    { class: 'card' },
    desk.mayChange && state === 'active'
      ? element(
          'span',
          { class: 'check' },
          box,
          element('label', { for: box.id }, visuallyHidden(say('chooseLink', { name: title }))),
          heading,
        )
      : heading,
    element(
      'span',
      { class: 'badges' },
      element('span', { class: state === 'active' ? 'badge strong' : 'badge draft' }, say(state)),
    ),
    element('ul', { class: 'quiet facts' }, ...factsOf(link).map((fact) => element('li', {}, ...fact))),
    desk.mayChange &&
      state === 'active' &&
      element(
        'p',
        { class: 'buttons' },
        element(
          'button',
          {
            type: 'button',
            id: `revoke-${linkId}`,
            class: 'danger',
            'aria-describedby': `link-${linkId}`,
            click: revoke,
          },
          say('revoke'),
        ),
      ),
  );
}

const factsOf = ({ name, cancelled, createdAt, createdBy, expiresAt, revokedAt }: Link): Child[][] => [
  ...(name === null ? [] : [[nameOf(name)]]),
  ...(cancelled === 'hide' ? [[say('withoutCancelled')]] : []),
  createdBy === null
    ? phrase('createdAt', { moment: momentOf(createdAt) })
    : phrase('createdBy', { moment: momentOf(createdAt), name: nameOf(createdBy) }),
  ...(expiresAt === null ? [] : [phrase('expiresAt', { moment: momentOf(expiresAt) })]),
  ...(revokedAt === null ? [] : [phrase('revokedAt', { moment: momentOf(revokedAt) })]),
];
