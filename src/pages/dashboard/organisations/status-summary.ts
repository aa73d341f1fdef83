// How publishing goes as a whole, in a line: the same that `belfry status` prints first.

import { element, joined, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { Status } from '../answers.ts';
import { durationInWords } from '../moments.ts';
import { detailsOf } from '../parts/details-of.ts';
import { say } from '../say.ts';

/** Seconds after which nobody seems to send, as `doctor` says it. */
const overdueAfter = 120;

export function statusSummary({ totals, queue, publisher, webhooks }: Status): HTMLElement {
  const facts = [
    say('organisationCount', { count: totals.organisations }),
    say('waitingCount', { count: queue.changes }),
    ...(queue.changes > 0 ? [say('lag', { duration: durationInWords(queue.lagSeconds) })] : []),
    ...(totals.withheldVersions > 0 ? [say('withheldCount', { count: totals.withheldVersions })] : []),
    ...(totals.withheldLinks > 0 ? [say('withheldLinks', { count: totals.withheldLinks })] : []),
    ...(totals.orphanedChanges ? [say('orphanedCount', { count: totals.orphanedChanges })] : []),
    ...(totals.failing > 0 ? [say('failingCount', { count: totals.failing })] : []),
  ];
  const { attention } = totals;
  const silent = publisher?.silent ?? null;
  return element(
    'div',
    { class: 'stack' },
    element('p', { class: 'quiet' }, facts.join(' · ')),
    attention > 0 && element('p', { class: 'notice' }, say('attentionCount', { count: attention })),
    webhooks !== undefined && webhookNotices(webhooks),
    publisher === null && element('p', { class: 'notice' }, say('publisherSilent'), ' ', say('neverPublished')),
    silent !== null &&
      element(
        'div',
        { class: 'notice' },
        element('p', {}, say('publisherSilent')),
        detailsOf([{ places: [], message: silent }]),
      ),
  );
}

/** Receivers that are not there, with the way to them; and that nobody sends. */
function webhookNotices({ failing, overdueSeconds }: NonNullable<Status['webhooks']>): HTMLElement | null {
  const ids = [...new Set(failing.first.map(({ organisationId }) => organisationId))];
  const links = ids.map((id) => element('a', { href: organisationHref(id, 'webhooks') }, nameOf(id)));
  const isOverdue = overdueSeconds > overdueAfter;
  if (failing.count === 0 && !isOverdue) return null;
  return element(
    'div',
    { class: 'notice' },
    failing.count > 0 &&
      element('p', {}, say('webhooksFailing', { count: failing.count }), ' ', ...joined(links, ' · ')),
    isOverdue && element('p', {}, say('webhooksNotSent', { duration: durationInWords(overdueSeconds) })),
  );
}
