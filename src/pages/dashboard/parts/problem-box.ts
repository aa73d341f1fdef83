// Shows why the API refused: what that means in the page's language, then the API's own words with the path of each problem.

import { element, nameOf } from '../../ui/element.ts';
import type { Problem } from '../call-control.ts';
import { type PlainKey, say } from '../say.ts';

const wordsOfStatus: Readonly<Record<number, PlainKey>> = {
  0: 'noAnswer',
  401: 'signedOut',
  403: 'notAllowed',
  404: 'notFound',
  409: 'conflict',
  412: 'somebodyQuicker',
  413: 'tooLarge',
  422: 'notAccepted',
  429: 'tooOften',
  503: 'busy',
};

/** Listed in the page; a body may have a thousand problems. */
const mostShown = 200;

/** @param words instead of what the status means */
export function problemBox({ status, title, detail, errors }: Problem, words?: string): HTMLElement {
  // Of what is wrong as a whole, the detail says it already.
  const places = errors.filter(({ message }) => message !== detail);
  const meaning = words ?? say(wordsOfStatus[status] ?? (status >= 500 ? 'serverFailed' : 'notAccepted'));
  return element(
    'div',
    { class: 'notice problem', role: 'alert', tabindex: '-1' },
    element('p', {}, element('strong', {}, meaning)),
    ...[title, detail].map((text) => text !== null && element('p', {}, apiWords(text))),
    places.length > 0 &&
      element(
        'ul',
        { class: 'findings' },
        ...places
          .slice(0, mostShown)
          .map(({ path, message }) => element('li', {}, pathOf(path), ' ', apiWords(message))),
      ),
    places.length > mostShown && element('p', {}, say('andMore', { count: places.length - mostShown })),
  );
}

/** A path into a document or a row of the database: always read from left to right. */
export const pathOf = (path: string): HTMLElement => element('code', { dir: 'ltr' }, path);

/** The API speaks English. */
export const apiWords = (text: string): HTMLElement => nameOf(text, { lang: 'en' });
