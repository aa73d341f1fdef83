// How publishing goes as a whole, in a line: the same that `belfry status` prints first.

import { element } from '../../ui/element.ts';
import type { Status } from '../answers.ts';
import { durationInWords } from '../moments.ts';
import { detailsOf } from '../parts/details-of.ts';
import { say } from '../say.ts';

export function statusSummary({ totals, queue, publisher }: Status): HTMLElement {
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
