// The ways to have the lessons in a calendar, and the page on another device. The token is in these addresses only, which
// stand on the page once the person asks for them.

import { element, nameOf } from '../ui/element.ts';
import { say } from './say.ts';

/** @param host of the address bar, such as school.example:8080 */
export function addressesOf({ protocol, host }: { protocol: string; host: string }, token: string) {
  const path = `${host}/ical/${token}.ics`;
  return {
    page: `${protocol}//${host}/my#${token}`,
    feed: `${protocol}//${path}`,
    // iOS subscribes to webcal:// only; webcals:// fails there.
    webcal: `webcal://${path}`,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`webcal://${path}`)}`,
  };
}

export function subscribeSection(token: string): HTMLElement {
  const details = element('details', { class: 'my-subscribe no-print' }, element('summary', {}, say('subscribe')));
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(ways(token));
  });
  return details;
}

function ways(token: string): HTMLElement {
  const addresses = addressesOf(location, token);
  const field = element('input', { id: 'feed', type: 'text', readonly: true, dir: 'ltr', value: addresses.feed });
  const said = element('span', { role: 'status' });
  const copy = async () => {
    field.select();
    // Without https there is no clipboard; what is selected can be copied by hand.
    const copied = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    said.textContent = copied === true ? say('copied') : '';
  };
  const place = element('div', { class: 'my-code' });
  const showCode = async () => {
    const { qrCode } = await import('./qr-code.ts');
    place.replaceChildren(qrCode(addresses.page, say('qrCode')));
  };
  return element(
    'div',
    { class: 'my-ways' },
    element('p', {}, say('subscribeAdvice')),
    element('p', { class: 'quiet' }, say('secret')),
    element(
      'p',
      { class: 'my-buttons' },
      element('a', { class: 'button primary', href: addresses.webcal }, say('onThisDevice')),
      ' ',
      element(
        'a',
        { class: 'button', href: addresses.google, target: '_blank', rel: 'noopener noreferrer' },
        nameOf(say('google')),
      ),
    ),
    element('label', { for: 'feed' }, say('calendarAddress')),
    element(
      'p',
      { class: 'my-buttons' },
      field,
      ' ',
      element('button', { type: 'button', click: () => void copy() }, say('copy')),
      ' ',
      said,
    ),
    element('p', {}, element('button', { type: 'button', click: () => void showCode() }, say('otherDevice'))),
    place,
  );
}
