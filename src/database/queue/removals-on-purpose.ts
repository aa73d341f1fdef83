// What proves that a version or a calendar was removed on purpose: an entry of the queue. What disappears without such a proof may be
// lost. Triggers enter that versions were moved to another organisation; of tables without Belfry's triggers, that one belongs to
// another organisation now proves it. Of Belfry's own it proves nothing, where organisations may have versions of the same id.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import type { PendingChange } from './pending-changes.ts';

/** What somebody removed on purpose. */
export type Removed = { versions: ReadonlySet<string>; calendar: boolean };

/**
 * @param versions those whose removal is in question. Where one of them was moved to another organisation, none is lost: the source is
 *   whole, and nobody may go on showing another's
 */
export async function readRemoved(
  transaction: Database,
  organisationId: OrganisationId,
  pending: readonly PendingChange[],
  versions: readonly string[],
): Promise<Removed> {
  const removals = pending.filter(({ what }) => what === 'removal').map(({ subject }) => subject);
  const isMoved =
    removals.includes(null) || (versions.length > 0 && (await belongsToAnother(transaction, organisationId, versions)));
  return {
    versions: new Set(isMoved ? versions : removals.filter((subject) => subject !== null)),
    calendar: pending.some(({ what, subject }) => what === 'calendar' && subject === 'removed'),
  };
}

/** Where the versions are not in Belfry's own table. */
async function belongsToAnother(
  transaction: Database,
  organisationId: OrganisationId,
  versions: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id = any(${[...versions]}::text[]) and timetable.organisation_id <> ${organisationId}
      and not exists (select from pg_class own where own.oid = to_regclass('timetable_version')
        and own.relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass))
    limit 1`.execute(transaction);
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
