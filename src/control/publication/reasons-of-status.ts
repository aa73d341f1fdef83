// Why an organisation needs attention, of what `status` has read of it.

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
