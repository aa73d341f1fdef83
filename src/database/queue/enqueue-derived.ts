// Enqueues what is derived from an organisation's documents, in the transaction that publishes them: so it follows, and nobody
// waits for it.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';

/**
 * Does nothing for an organisation that has neither a calendar nor links, and of which nothing is derived. What waited for the
 * first documents is enqueued again, since only what is new wakes a watcher.
 */
export async function enqueueDerived(transaction: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, what from unnest('{calendar,days}'::text[]) what
    where exists (select from calendar where organisation_id = ${organisationId})
      or exists (select from link where organisation_id = ${organisationId} and revoked_at is null)
      or exists (
        select from publish_lease where organisation_id = ${organisationId} and valid_until is not null)
      or exists (select from pending_change known where organisation_id = ${organisationId} and what in ('calendar', 'days'))
    on conflict do nothing`.execute(transaction);
}
