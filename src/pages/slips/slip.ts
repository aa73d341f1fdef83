// One slip to cut out: for whom it is, the code that opens the page, and what to do with it.

import { qrCode } from '../my/qr-code.ts';
import { say } from '../my/say.ts';
import { addressesOf } from '../my/subscribe-section.ts';
import { dayInWords } from '../ui/date-words.ts';
import { element, nameOf } from '../ui/element.ts';
import type { ListedLink } from './read-link-list.ts';

const kinds = ['class', 'teacher', 'room', 'student'] as const;

/** @param at where the person's page is: where this page is, or elsewhere */
export function slip(
  { token, kind, name, until }: ListedLink,
  school: string,
  at: { protocol: string; host: string } = location,
): HTMLElement {
  const { page } = addressesOf(at, token);
  const known = kinds.find((each) => each === kind);
  return element(
    'li',
    { class: 'slip' },
    qrCode(page, `${say('qrCode')}: ${name}`),
    element(
      'div',
      { class: 'slip-words' },
      element('p', { class: 'slip-name' }, nameOf(name)),
      known !== undefined && element('p', { class: 'quiet' }, say(known)),
      element('p', { class: 'quiet' }, element('bdi', { class: 'slip-school' }, school)),
      element('p', {}, say('slipText')),
      // What a whole class or everybody in a room may see is nobody's secret.
      (known === 'teacher' || known === 'student') && element('p', {}, say('slipSecret')),
      until !== null && element('p', { class: 'quiet' }, say('validUntil', { day: dayInWords(until) })),
      element('p', { class: 'quiet' }, element('bdi', { dir: 'ltr' }, page.replace(/#.*/, ''))),
    ),
  );
}
