// A disclosure with what only a technician asks for: paths, and the English of the API.

import { element, nameOf } from '../../ui/element.ts';
import { say } from '../say.ts';

/** Listed in the page; a body may have a thousand problems. */
const mostShown = 200;

type Detail = { places: readonly (string | null | undefined)[]; message: string };

/** Each sentence with its places. */
export const detailsOf = (found: readonly Detail[]): HTMLElement =>
  element(
    'details',
    { class: 'details' },
    element('summary', {}, say('details')),
    element(
      'ul',
      { dir: 'ltr' },
      ...found
        .slice(0, mostShown)
        .map(({ places, message }) =>
          element('li', {}, ...places.flatMap((place) => (place ? [pathOf(place), ' '] : [])), apiWords(message)),
        ),
    ),
    found.length > mostShown && element('p', {}, say('andMore', { count: found.length - mostShown })),
  );

/** A path into a document or a row of the database: always read from left to right. */
const pathOf = (path: string): HTMLElement => element('code', { dir: 'ltr' }, path);

/** The API speaks English. */
export const apiWords = (text: string): HTMLElement => nameOf(text, { lang: 'en' });
