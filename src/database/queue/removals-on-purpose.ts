// What proves that a version or a calendar was removed on purpose: an entry of the queue, or that a version belongs to another
// organisation now. What disappears without such a proof may be lost.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import type { PendingChange } from './pending-changes.ts';

/** What somebody removed on purpose. */
export type Removed = { versions: ReadonlySet<string>; calendar: boolean };

/**
 * @param versions those whose removal is in question. Where one of them belongs to another organisation by now, none is lost: the
 *   source is whole, somebody moved them, and nobody may go on showing another's
 */
export async function readRemoved(
  transaction: Database,
  organisationId: OrganisationId,
  pending: readonly PendingChange[],
  versions: readonly string[],
): Promise<Removed> {
  const inQueue = pending.flatMap(({ what, subject }) => (what === 'removal' && subject !== null ? [subject] : []));
  const isMoved = versions.length > 0 && (await belongsToAnother(transaction, organisationId, versions));
  return {
    versions: new Set(isMoved ? versions : inQueue),
    calendar: pending.some(({ what, subject }) => what === 'calendar' && subject === 'removed'),
  };
}

async function belongsToAnother(
  transaction: Database,
  organisationId: OrganisationId,
  versions: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id = any(${[...versions]}::text[]) and timetable.organisation_id <> ${organisationId} limit 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

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
