// What a build of the database publishes: what is queued, what is due by time, and what the store has lost.

import { isOrganisationId, type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { type DerivedClock, listDerived } from '../../database/queue/list-derived.ts';
import { enqueueOrganisations, listWaiting } from '../../database/queue/pending-changes.ts';
import { listToVerify } from '../../database/queue/publish-lease.ts';
import { releaseRemovals } from '../../database/queue/removals-awaiting-approval.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import type { Request } from '../port.ts';

/** How many organisations whose derived work is due by time one build takes; the next one, or a watcher, finds the others. */
const mostBuilt = 100_000;

/** An earlier rollback is kept by a plain build. */
export async function planBuild(
  database: Database,
  store: Store,
  clock: DerivedClock,
  everything: boolean,
): Promise<ReadonlyMap<OrganisationId, Request>> {
  const requests = new Map<OrganisationId, Request>();
  if (everything) {
    await releaseRemovals(database);
    const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
    for (const { id } of organisations)
      requests.set(parseOrganisationId(id), { what: 'versions', versions: 'all', repair: true });
  } else {
    await enqueueUnpublished(database, store);
    // Verified although nothing changed, since each build reports what is withheld.
    for (const id of await listToVerify(database)) requests.set(id, { what: 'verify' });
  }
  // Of a full build these remain: the changes of deleted organisations.
  const waiting = await listWaiting(database);
  const days = await listDerived(database, 'days', clock, mostBuilt);
  const derived = await listDerived(database, 'derived', clock, mostBuilt);
  const byTime = [...days, ...derived].filter(({ dueIn }) => dueIn <= 0);
  for (const id of [...waiting, ...byTime.map(({ organisationId }) => organisationId)])
    if (!requests.has(id)) requests.set(id, { what: 'due' });
  return requests;
}

/**
 * Enqueues organisations that are missing from the store, as in a new folder, and held removals, since no later change
 * would enqueue them. They are not built directly, so that the next build continues an interrupted one.
 */
export async function enqueueUnpublished(database: Database, store: Store): Promise<void> {
  await releaseRemovals(database);
  const published = new Set(await store.listNames(paths.organisations));
  const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  await enqueueOrganisations(
    database,
    organisations.map(({ id }) => id).filter((id) => isOrganisationId(id) && !published.has(id)),
  );
}
