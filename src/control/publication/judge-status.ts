// What follows from what `status` has read: why an organisation needs attention, and the totals of several.

import type { Totals } from '../../database/queue/organisation-states.ts';
import { type AttentionReason, reasonsForAttention } from '../../snapshot/attention.ts';
import type { OrganisationStatus } from './read-status.ts';

/** The most urgent first; empty when it needs none. */
export const reasonsOfStatus = (status: OrganisationStatus): AttentionReason[] => {
  const { organisationId, pointer, withheld, withheldLinks, pending, retries } = status;
  return reasonsForAttention({
    organisationId,
    failures: Math.max(0, ...retries.map(({ failures }) => failures)),
    isUnreadable: pointer === null,
    withheld: withheld.length + withheldLinks.count,
    ageSeconds: pending.ageSeconds,
    rolledBack: pointer !== null && pointer.rolledBackTo !== null,
  });
};

export const totalsOf = (organisations: readonly OrganisationStatus[]): Totals => {
  const sum = (of: (each: OrganisationStatus) => number) => organisations.reduce((total, each) => total + of(each), 0);
  const count = (which: (each: OrganisationStatus) => boolean) => organisations.filter(which).length;
  return {
    organisations: organisations.length,
    published: count(({ pointer }) => pointer !== null),
    withheldVersions: sum(({ withheld }) => withheld.length),
    withheldLinks: sum(({ withheldLinks }) => withheldLinks.count),
    orphanedChanges: sum(({ orphanedChanges }) => orphanedChanges),
    withheld: count(({ withheld }) => withheld.length > 0),
    failing: count(({ retries }) => retries.length > 0),
    attention: count((each) => reasonsOfStatus(each).length > 0),
  };
};
