// Reads the summary of `npm run status` from bounded queries: totals, and the organisations that need attention. Of these only the
// first are read from the store, however many organisations there are.

import { isOrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { readTotals, type Totals } from '../../database/queue/organisation-states.ts';
import { overdueAfter } from '../../snapshot/attention.ts';
import type { Store } from '../../store/store.ts';
import { type OrganisationStatus, readGeneral, readOrganisations, type Status } from './read-status.ts';

export type Summary = Omit<Status, 'organisations'> & {
  totals: Totals;
  /** The most urgent that need attention, in the order of attention.ts; what is not known to be published counts as unreadable. */
  urgent: OrganisationStatus[];
};

/** @param limit how many organisations `urgent` has at most */
export async function readSummary(database: Database, store: Store, now: number, limit: number): Promise<Summary> {
  await enqueueUnlessReadOnly(database);
  const { totals, urgent: ids } = await readTotals(database, { overdueAfter, limit });
  const urgent = await readOrganisations(database, store, now, ids.filter(isOrganisationId));
  urgent.sort((one, other) => ids.indexOf(one.organisationId) - ids.indexOf(other.organisationId));
  return { ...(await readGeneral(database, store)), totals, urgent };
}
