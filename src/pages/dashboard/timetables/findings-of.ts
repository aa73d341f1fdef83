// What is wrong with a version: each problem with its place in the document and the row of the database that it comes from.

import { type Child, element } from '../../ui/element.ts';
import type { Finding } from '../answers.ts';
import { apiWords, pathOf } from '../parts/problem-box.ts';
import { say } from '../say.ts';

/** Listed in the page. */
const mostShown = 100;

/** @param more how many more there are than were sent */
export function findingsOf(
  id: string,
  heading: string,
  explanation: Child[],
  findings: readonly Finding[],
  more: number,
): HTMLElement {
  const hidden = Math.max(0, findings.length - mostShown) + more;
  return element(
    'details',
    { id, class: 'fold wide' },
    element('summary', { id: `${id}-summary` }, heading),
    explanation.length > 0 && element('p', {}, ...explanation),
    element(
      'ul',
      { class: 'findings' },
      ...findings
        .slice(0, mostShown)
        .map(({ path, message, row }) =>
          element(
            'li',
            {},
            pathOf(path),
            ' ',
            apiWords(message),
            typeof row === 'string' && element('span', { class: 'quiet' }, ' ', say('inRow'), ' ', pathOf(row)),
          ),
        ),
    ),
    hidden > 0 && element('p', {}, say('andMore', { count: hidden })),
  );
}
