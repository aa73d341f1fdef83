// Shows a new key this once, with a line for a shell that tries it. Nothing keeps it: it is gone with the view.

import { element } from '../../ui/element.ts';
import { copyField } from '../parts/copy-field.ts';
import { holdPage } from '../parts/hold-page.ts';
import { say } from '../say.ts';

/** @param key null when the answer was lost and the request sent again: nobody knows the key then */
export function showKey(place: HTMLElement, key: string | null, servedAt: string | null): void {
  const close = () => {
    place.replaceChildren();
    document.querySelector<HTMLElement>('#content h2')?.focus();
  };
  const heading = element('h3', { tabindex: '-1' }, say(key === null ? 'keyLost' : 'keyShownOnce'));
  place.replaceChildren(
    element(
      'div',
      { class: 'notice stack', role: 'group', 'aria-label': heading.textContent },
      heading,
      ...(key === null
        ? [element('p', {}, say('keyLostAdvice'))]
        : [
            copyField('new-key', say('apiKey'), key),
            copyField('curl', say('tryWithCurl'), curlLine(key, servedAt)),
            servedAt === null && element('p', { class: 'quiet' }, say('servedElsewhere')),
          ]),
      element('p', {}, element('button', { type: 'button', click: close }, say('hideKey'))),
    ),
  );
  if (key !== null) holdPage(heading);
  heading.focus();
}

const curlLine = (key: string, servedAt: string | null): string =>
  `curl -H 'Authorization: Bearer ${key}' ${servedAt ?? 'https://TIMETABLES.EXAMPLE'}/api/v1/timetables`;
