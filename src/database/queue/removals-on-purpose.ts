// Entries of the queue that say that somebody removed a version or a calendar on purpose. What disappears without one may be lost.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import type { PendingChange } from './pending-changes.ts';

/** What somebody removed on purpose, according to the queue. */
export type Removed = { versions: ReadonlySet<string>; calendar: boolean };

export const removedBy = (pending: readonly PendingChange[]): Removed => ({
  versions: new Set(pending.flatMap(({ what, subject }) => (what === 'removal' && subject !== null ? [subject] : []))),
  calendar: pending.some(({ what, subject }) => what === 'calendar' && subject === 'removed'),
});

/**
 * Records that somebody removes a version or the calendar on purpose, in the transaction that does, so that it is removed from
 * what is published without further approval.
 */
export async function recordRemoval(
  transaction: Database,
  organisationId: OrganisationId,
  removed: { version: string } | 'calendar',
): Promise<void> {
  const [what, subject] = removed === 'calendar' ? ['calendar', 'removed'] : ['removal', removed.version];
  await sql`insert into pending_change (organisation_id, what, subject) values (${organisationId}, ${what}, ${subject})
    on conflict do nothing`.execute(transaction);
}
