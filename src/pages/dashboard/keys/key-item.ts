// One key: what it is for, its state and its last use, and the buttons for whoever may change it.

import { type Child, element, nameOf } from '../../ui/element.ts';
import type { ApiKey } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { momentOf } from '../moments.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { announce } from '../parts/outcome-line.ts';
import { phrase, say } from '../say.ts';
import type { KeyContext } from './key-context.ts';
import { rotateKey } from './rotate-key.ts';

export function keyItem(key: ApiKey, context: KeyContext): HTMLElement {
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now();
  const isOver = key.revokedAt !== null || isExpired;
  return element(
    'li',
    { class: 'card' },
    element('strong', { id: `key-${key.id}` }, nameOf(key.name)),
    element(
      'span',
      { class: 'badges' },
      element(
        'span',
        { class: isOver ? 'badge draft' : 'badge strong' },
        say(key.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active'),
      ),
      key.publishedOnly && element('span', { class: 'badge' }, say('publishedOnly')),
    ),
    element('ul', { class: 'quiet facts' }, ...factsOf(key).map((fact) => element('li', {}, ...fact))),
    context.desk.mayChange && !isOver && buttons(key, context),
  );
}

const factsOf = ({ id, createdAt, createdBy, expiresAt, revokedAt, lastUsedAt }: ApiKey): Child[][] => [
  [element('bdi', { dir: 'ltr' }, id)],
  createdBy === null
    ? phrase('createdAt', { moment: momentOf(createdAt) })
    : phrase('createdBy', { moment: momentOf(createdAt), name: nameOf(createdBy) }),
  lastUsedAt === null ? [say('neverUsed')] : phrase('lastUsed', { moment: momentOf(lastUsedAt) }),
  ...(expiresAt === null ? [] : [phrase('expiresAt', { moment: momentOf(expiresAt) })]),
  ...(revokedAt === null ? [] : [phrase('revokedAt', { moment: momentOf(revokedAt) })]),
];

function buttons(key: ApiKey, context: KeyContext): HTMLElement {
  const { path, refresh } = context;
  const revoke = () =>
    confirmDialog({
      heading: say('revokeKey'),
      explanation: phrase('revokeKeyMeans', { name: nameOf(key.name) }),
      word: say('revokeWord'),
      button: say('revoke'),
      action: () => callControl<'revokeKey'>(`${path}/keys/${encodeURIComponent(key.id)}`, { method: 'DELETE' }),
      async done() {
        await refresh();
        announce(say('keyRevoked'));
      },
    });
  const button = (words: string, id: string, look: string, click: () => void) =>
    element('button', { type: 'button', id, class: look, 'aria-describedby': `key-${key.id}`, click }, words);
  return element(
    'p',
    { class: 'buttons' },
    button(say('rotate'), `rotate-${key.id}`, '', () => rotateKey(key, context)),
    button(say('revoke'), `revoke-${key.id}`, 'danger', revoke),
  );
}
