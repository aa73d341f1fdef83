// Enqueues what is derived from an organisation's documents, in the transaction that publishes them: so it follows, and nobody
// waits for it.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';

/**
 * What changed for readers follows from every publication. Days follow where there is a calendar, or was one. What waited for the
 * first documents is enqueued again, since only what is new wakes a watcher.
 */
export async function enqueueDerived(transaction: Database, organisationId: OrganisationId): Promise<void> {
  await sql`insert into pending_change (organisation_id, what)
    select ${organisationId}, what from unnest('{calendar,days}'::text[]) what
    where what = 'calendar'
      or exists (select from calendar where organisation_id = ${organisationId})
      or exists (
        select from publish_lease
        where organisation_id = ${organisationId} and kind = 'days' and valid_until is not null)
      or exists (select from pending_change known where organisation_id = ${organisationId} and known.what = 'days')
    on conflict do nothing`.execute(transaction);
}
