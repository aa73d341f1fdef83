// Who needs an operator's attention, why, and who comes first: one rule for the heartbeat, `status` and the
// health of a watcher. The database cannot import it: organisation-states.ts says the same order in SQL, and a test compares the two.

import type { OrganisationAttention } from '../contract/types.generated.ts';

/** How many organisations a heartbeat names. It must stay small, since servers may read it on each request. */
export const maxNamed = 50;

/** Seconds from which a queued change is overdue. One of access is published within milliseconds. */
export const overdueAfter = 10;

/**
 * Seconds from which the documents of a watcher are late: those of a large import take minutes. What follows them is overdue only then,
 * too: see `oldestWaiting` in the queue.
 */
export const documentsLateAfter = 300;

/** How many organisations need attention, and the most urgent of them. */
export type Attention = { count: number; first: readonly OrganisationAttention[] };

/** What decides. Whether the published output can be read is known only to those who look. */
export type AttentionState = Omit<OrganisationAttention, 'changes'> & { isUnreadable?: boolean };

export type AttentionReason = 'failing' | 'unreadable' | 'withheld' | 'overdue' | 'rolledBack';

/** Why the organisation needs attention, the most urgent reason first; empty when it does not. */
export function reasonsForAttention(state: AttentionState): AttentionReason[] {
  const { failures, isUnreadable = false, withheld, ageSeconds, rolledBack } = state;
  const reasons: [AttentionReason, boolean][] = [
    ['failing', failures > 0],
    ['unreadable', isUnreadable],
    ['withheld', withheld > 0],
    ['overdue', ageSeconds > overdueAfter],
    ['rolledBack', rolledBack],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Sorts the most urgent first: failing, unreadable, withheld, then the longest wait, then by id. */
export const byUrgency = (one: AttentionState, other: AttentionState): number =>
  Number(other.failures > 0) - Number(one.failures > 0) ||
  Number(other.isUnreadable ?? false) - Number(one.isUnreadable ?? false) ||
  Number(other.withheld > 0) - Number(one.withheld > 0) ||
  other.ageSeconds - one.ageSeconds ||
  (one.organisationId < other.organisationId ? -1 : 1);
