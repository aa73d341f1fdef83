// Shows why the API refused: what that means in the page's language, then the API's own words with the path of each problem.

import { element } from '../../ui/element.ts';
import type { Problem } from '../call-control.ts';
import { type PlainKey, say } from '../say.ts';
import { detailsOf } from './details-of.ts';

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

export const meaningOf = ({ status }: Pick<Problem, 'status'>): string =>
  say(wordsOfStatus[status] ?? (status >= 500 ? 'serverFailed' : 'notAccepted'));

/** @param words instead of what the status means */
export function problemBox({ status, title, detail, errors }: Problem, words?: string): HTMLElement {
  // Of what is wrong as a whole, the detail says it already.
  const places = errors.filter(({ message }) => message !== detail);
  const meaning = words ?? meaningOf({ status });
  return element(
    'div',
    { class: 'notice problem', role: 'alert', tabindex: '-1' },
    element('p', {}, element('strong', {}, meaning)),
    (title !== null || detail !== null || places.length > 0) &&
      detailsOf([
        ...[title, detail].flatMap((message) => (message === null ? [] : { places: [], message })),
        ...places.map(({ path, message }) => ({ places: [path], message })),
      ]),
  );
}
