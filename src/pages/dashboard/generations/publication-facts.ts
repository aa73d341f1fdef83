// How the publication of an organisation stands: what readers get, since when, and what waits.

import { element } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { Publication } from '../answers.ts';
import { durationInWords, momentOf } from '../moments.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { detailsOf } from '../parts/details-of.ts';
import { phrase, say } from '../say.ts';
import { rolledBackNotice } from './rolled-back-notice.ts';

/** @param refresh shows what is published by then */
export function publicationFacts(publication: Publication, of: PartOf, refresh: () => Promise<void>): HTMLElement {
  const { generation, publishedAt, rolledBackTo, pending, lag, failing, withheldLinks } = publication;
  const { orphanedChanges = 0 } = publication;
  const shown =
    generation === null || publishedAt === null
      ? [say('nothingPublished')]
      : phrase('generationSince', { moment: momentOf(publishedAt) });
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
    rolledBackTo !== null && rolledBackNotice(publication, of, refresh),
    withheldLinks.count > 0 &&
      element(
        'p',
        { class: 'notice' },
        `${say('withheldLinks', { count: withheldLinks.count })}. ${say('withheldLinksWhy')} `,
        element('bdi', { dir: 'ltr' }, withheldLinks.first.map(({ linkId }) => linkId).join(', ')),
      ),
    orphanedChanges > 0 &&
      element(
        'p',
        { class: 'notice' },
        `${say('orphanedCount', { count: orphanedChanges })}: `,
        element('a', { href: organisationHref(of.organisation.id, 'days') }, say('days')),
      ),
    ...failing.map(({ failures, error, retryAt }) =>
      element(
        'div',
        { class: 'notice' },
        element('p', {}, ...phrase('failedTimes', { count: failures, moment: momentOf(retryAt) })),
        detailsOf([{ places: [], message: error }]),
      ),
    ),
  );
}
