// Enqueues what no later change will name: organisations that are missing from the store, as in a new folder, and held
// removals. They are enqueued rather than built directly, so that an interrupted build is continued by the next one.

import { isOrganisationId } from '../access/ids.ts';
import { releaseRemovals } from '../database/held-removals.ts';
import type { Database } from '../database/open-database.ts';
import { enqueueAll } from '../database/pending-changes.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../snapshot/store.ts';

export async function enqueueUnpublished(database: Database, store: Store): Promise<void> {
  await releaseRemovals(database);
  const published = new Set(await store.listNames(paths.organisations));
  const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  await enqueueAll(
    database,
    organisations.map(({ id }) => id).filter((id) => isOrganisationId(id) && !published.has(id)),
  );
}
