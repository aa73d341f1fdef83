// Counts failures to publish, and decides when the next attempt is due.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { Database } from './open-database.ts';
import { type Work, whatOf } from './pending-changes.ts';

/**
 * The longest wait between two attempts, in seconds. Access is retried soon, since somebody may be locked out. So is what
 * failed because of the store, since that is no fault of the organisation.
 */
const longestWait: Record<Work | 'store', number> = { access: 2, documents: 60, store: 1 };

/**
 * Counts a failed attempt; the next is after 1, 2, 4 ... seconds, give or take a quarter. A publisher that
 * holds the lease meanwhile is already making the next attempt, so its row is skipped.
 * @param cause whether the organisation or the store caused the failure
 * @param pendingOnly count nothing when another publisher has done the work meanwhile
 */
export async function recordFailure(
  database: Database,
  organisationId: OrganisationId,
  work: Work,
  error: string,
  { cause, pendingOnly }: { cause: 'organisation' | 'store'; pendingOnly: boolean },
): Promise<void> {
  const longest = longestWait[cause === 'store' ? 'store' : work];
  await sql`update publish_lease set failures = failures + 1, last_error = ${error},
      retry_at = clock_timestamp()
        + least(power(2, least(failures, 10)), ${longest}) * (0.75 + random() / 2) * interval '1 second'
    where (organisation_id, kind) in (
      select organisation_id, kind from publish_lease
      where organisation_id = ${organisationId} and kind = ${work} for update skip locked
    ) and (${!pendingOnly} or exists (
      select from pending_change where organisation_id = ${organisationId} and what = any(${whatOf[work]})))`.execute(
    database,
  );
}
