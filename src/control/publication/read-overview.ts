// What `status` shows, cut to what somebody may see: totals and who needs attention, or the one organisation.

import type { OrganisationId } from '../../access/ids.ts';
import { noneAwaiting } from '../../database/queue/removals-awaiting-approval.ts';
import type { Operator } from '../operator.ts';
import { totalsOf } from './judge-status.ts';
import { readStatus, type Status } from './read-status.ts';
import { readSummary, type Summary } from './read-summary.ts';

/** How many organisations are shown, of how many versions the problems, and how many problems of each. */
const [maxUrgent, maxVersions, maxProblems] = [20, 10, 3];

/** @param only the one organisation that may be seen; null for all */
export async function readOverview(
  { open: { database }, publisher: { store, now } }: Pick<Operator, 'open' | 'publisher'>,
  only: OrganisationId | null,
): Promise<Summary> {
  const summary =
    only === null
      ? await readSummary(database, store, now(), maxUrgent)
      : summarise(await readStatus(database, store, now(), { only }));
  const urgent = summary.urgent.map(({ withheld, warnings, ...rest }) => ({
    ...rest,
    withheld: withheld.slice(0, maxVersions).map(({ problems, more = 0, ...each }) => {
      const left = more + Math.max(0, problems.length - maxProblems);
      return { ...each, problems: problems.slice(0, maxProblems), ...(left > 0 ? { more: left } : {}) };
    }),
    warnings: warnings
      .slice(0, maxVersions)
      .map((each) => ({ ...each, warnings: each.warnings.slice(0, maxProblems) })),
  }));
  return { ...summary, urgent };
}

/** The queue and the removals of others are nobody else's business. */
const summarise = ({ organisations, publisher, webhooks }: Status): Summary => ({
  queue: {
    changes: organisations.reduce((sum, { pending }) => sum + pending.changes, 0),
    organisations: organisations.filter(({ pending }) => pending.changes > 0).length,
    lagSeconds: Math.max(0, ...organisations.map(({ pending }) => pending.ageSeconds)),
  },
  publisher,
  held: noneAwaiting,
  webhooks,
  totals: totalsOf(organisations),
  urgent: organisations,
});
