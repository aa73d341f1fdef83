// Shows the secret of a webhook this once. Nothing keeps it: it is gone with the view.

import { element } from '../../ui/element.ts';
import { copyField } from '../parts/copy-field.ts';
import { holdPage } from '../parts/hold-page.ts';
import { say } from '../say.ts';
import { sayHook } from './hook-words.ts';

/** @param secret null when the answer was lost and the request sent again: nobody knows it then */
export function showSecret(place: HTMLElement, secret: string | null): void {
  const close = () => {
    place.replaceChildren();
    document.querySelector<HTMLElement>('#content h2')?.focus();
  };
  const heading = element('h3', { tabindex: '-1' }, sayHook(secret === null ? 'hookSecretLost' : 'hookSecretOnce'));
  place.replaceChildren(
    element(
      'div',
      { class: 'notice stack', role: 'group', 'aria-label': heading.textContent },
      heading,
      element('p', {}, sayHook(secret === null ? 'hookSecretLostAdvice' : 'hookSecretMeans')),
      secret !== null && copyField('new-secret', sayHook('hookSecret'), secret),
      element('p', {}, element('button', { type: 'button', click: close }, say('hideKey'))),
    ),
  );
  if (secret !== null) holdPage(heading);
  heading.focus();
}
