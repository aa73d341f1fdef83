// How the publication of an organisation stands: what readers get, since when, and what waits.

import { element } from '../../ui/element.ts';
import type { Publication } from '../answers.ts';
import { durationInWords, momentOf } from '../moments.ts';
import { apiWords } from '../parts/problem-box.ts';
import { phrase, say } from '../say.ts';

export function publicationFacts({
  generation,
  publishedAt,
  rolledBackTo,
  pending,
  lag,
  failing,
  withheldLinks,
}: Publication): HTMLElement {
  const shown =
    generation === null || publishedAt === null
      ? [say('nothingPublished')]
      : phrase('generationSince', { number: generation, moment: momentOf(publishedAt) });
  return element(
    'div',
    { class: 'stack' },
    element(
      'ul',
      { class: 'facts' },
      element('li', {}, ...shown),
      element(
        'li',
        {},
        pending === 0
          ? say('nothingWaiting')
          : `${say('waitingCount', { count: pending })} (${say('lag', { duration: durationInWords(lag) })})`,
      ),
    ),
    rolledBackTo !== null && element('p', { class: 'notice' }, say('rolledBackTo', { number: rolledBackTo })),
    withheldLinks.count > 0 &&
      element(
        'p',
        { class: 'notice' },
        `${say('withheldLinks', { count: withheldLinks.count })}. ${say('withheldLinksWhy')} `,
        element('bdi', { dir: 'ltr' }, withheldLinks.first.map(({ linkId }) => linkId).join(', ')),
      ),
    ...failing.map(({ failures, error, retryAt }) =>
      element(
        'p',
        { class: 'notice' },
        ...phrase('failedTimes', { count: failures, moment: momentOf(retryAt) }),
        ' ',
        apiWords(error),
      ),
    ),
  );
}
