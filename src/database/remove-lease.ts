// Deletes the lease row of an organisation that was deleted.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { Database } from './open-database.ts';
import type { Work } from './pending-changes.ts';

/**
 * Deletes the row of a deleted organisation, under its lease. It is selected first, since roles that publish for an
 * existing organisation have no right to delete rows.
 */
export async function removeLease(transaction: Database, organisationId: OrganisationId, work: Work): Promise<void> {
  const found = await transaction.selectFrom('organisation').select('id').where('id', '=', organisationId).execute();
  if (found.length > 0) return;
  await transaction
    .deleteFrom('publish_lease')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', work)
    .execute();
}

/** Deletes the rows of all deleted organisations, except those that are queued for removal or locked by a publisher. */
export async function pruneLeases(database: Database): Promise<void> {
  await sql`delete from publish_lease where (organisation_id, kind) in (
    select organisation_id, kind from publish_lease lease
    where not exists (select from organisation where id = lease.organisation_id)
      and not exists (select from pending_change pending where pending.organisation_id = lease.organisation_id)
    for update skip locked)`.execute(database);
}
