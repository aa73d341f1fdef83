// Which organisations show an earlier generation after a rollback.

import type { Database } from '../connect/open-database.ts';

/** How many are named. */
const mostNamed = 1000;

export async function selectRolledBack(database: Database): Promise<string[]> {
  const leases = await database
    .selectFrom('publish_lease')
    .select('organisation_id as id')
    .where('kind', '=', 'documents')
    .where('rolled_back', '=', true)
    .orderBy('organisation_id')
    .limit(mostNamed)
    .execute();
  return leases.map(({ id }) => id);
}
