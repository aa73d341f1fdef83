// The database as a source: its queue says what is due, a lease protects an organisation that is open, and taking the lease,
// reading the queue and clearing it are one transaction. So a publisher that dies leaves all changes pending and the lease free.

import { isOrganisationId, type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import type { Database, OpenDatabase } from '../../database/connect/open-database.ts';
import { selectHandle, selectOwner } from '../../database/organisation.ts';
import { moveChangedVersions } from '../../database/queue/changed-versions.ts';
import {
  countOrganisations,
  holdRemovals,
  readDeletions,
  readHeldRemovals,
  releaseRemovals,
} from '../../database/queue/held-removals.ts';
import {
  enqueueOrganisations,
  listPending,
  listWaiting,
  type PendingChange,
  readPending,
} from '../../database/queue/pending-changes.ts';
import { listToVerify, readFences, recordFailure, removeLease } from '../../database/queue/publish-lease.ts';
import { selectAccess } from '../../database/select-access.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import type { Changed, DueList, HandleOwner, OpenOrganisation, Port, Removals, Request, Work } from '../port.ts';
import { createPublisher, type Publisher, type PublishSettings } from '../publisher.ts';
import { awaitChanges } from './await-changes.ts';
import { databaseVersions } from './database-versions.ts';
import { withLease } from './lease.ts';
import { readState } from './read-state.ts';
import { clearRemoved, recordWork } from './record-work.ts';

/** The work that the database queues. */
type Queued = Exclude<Work, 'derived'>;

export type DatabasePort = Port & { readonly database: Database };

/** What publishes from the database. */
export type DatabasePublisher = Publisher<DatabasePort>;

export type DatabaseSettings = PublishSettings & {
  /** Told when pending changes are served. @param seconds since the first of them was committed */
  onServed?: (work: Work, seconds: number) => void;
};

/** A publisher that publishes from the database. */
export const createDatabasePublisher = (
  { onServed, ...settings }: DatabaseSettings,
  open: Pick<OpenDatabase, 'database' | 'hasOneSession'>,
): DatabasePublisher => createPublisher(settings, databasePort(open, settings, onServed));

/** How many organisations' documents are published at the same time; the embedded server has one connection. */
const documentLanes = 4;

function databasePort(
  open: Pick<OpenDatabase, 'database' | 'hasOneSession'>,
  { store, now }: Pick<PublishSettings, 'store' | 'now'>,
  onServed: DatabaseSettings['onServed'],
): DatabasePort {
  const { database } = open;
  const listDocuments = documentLister(database);
  return {
    database,
    works: ['access', 'documents'],
    lanes: (work) => (work === 'access' || open.hasOneSession ? 1 : documentLanes),
    listDue: (work) => (queued(work) === 'access' ? listAccess(database) : listDocuments()),
    removals: removalsOf(database),
    readState: (limit) => readState(database, limit),
    planBuild: (everything) => planBuild(database, store, everything),
    awaitChanges: (work, onChange, onFailure, signal) => awaitChanges(open, queued(work), onChange, onFailure, signal),
    recordFailure: (organisationId, work, failure) => recordFailure(database, organisationId, queued(work), failure),

    async open(organisationId, anyWork, task) {
      const work = queued(anyWork);
      let served = () => {};
      const opened = await withLease(database, organisationId, work, async (transaction, assertMayPublish) => {
        const pending = await readPending(transaction, organisationId, work);
        const read = performance.now();
        const { own, last } = await readFences(transaction, organisationId, work);
        const handle = await selectHandle(transaction, organisationId);
        if (handle === null) return { state: 'gone' };
        return task({
          organisationId,
          handle,
          changed: changedBy(pending),
          fence: own,
          lastFence: last,
          assertMayPublish,
          versions: databaseVersions(transaction, organisationId),
          readAccess: () => selectAccess(transaction, organisationId),
          async record(outcome) {
            await recordWork(transaction, { organisationId, work, pending, fence: own, now: now() }, outcome);
            served = () => tellServed(onServed, work, pending, read);
          },
        } satisfies OpenOrganisation);
      });
      served();
      return opened;
    },

    openRemoved: (organisationId, anyWork, task) =>
      withLease(database, organisationId, queued(anyWork), async (transaction, assertMayPublish) => {
        if ((await selectHandle(transaction, organisationId)) !== null) return { state: 'nothing' };
        const work = queued(anyWork);
        const pending = await readPending(transaction, organisationId, work);
        const record = () => clearRemoved(transaction, organisationId, work, pending);
        const result = await task({ assertMayPublish, ownerOf: (handle) => ownerOf(transaction, handle), record });
        return { state: 'done', result };
      }),

    protect: (organisationId, task) =>
      withLease(database, organisationId, 'documents', async (transaction, assertMayPublish) => {
        const result = await task(assertMayPublish);
        await removeLease(transaction, organisationId, 'documents'); // if the organisation was deleted meanwhile
        return { state: 'done', result };
      }),
  };
}

/** @throws Error for work that the database does not list in `works` */
function queued(work: Work): Queued {
  if (work !== 'derived') return work;
  throw new Error('the database queues no derived work');
}

/** Whose a handle is, for a record that does not tell. */
export const ownerOf = async (database: Database, handle: Parameters<typeof selectOwner>[1]): Promise<HandleOwner> =>
  (await selectOwner(database, handle)) === null ? 'nobody' : 'another';

function changedBy(pending: readonly PendingChange[]): Changed {
  if (pending.length === 0) return 'nothing';
  if (pending.some(({ what }) => what === 'organisation' || what === 'access')) return 'everything';
  return new Set(pending.flatMap(({ what, subject }) => (what === 'version' && subject !== null ? [subject] : [])));
}

/** Tells how long the changes waited until they were served. @param read when they were read, on the monotonic clock */
function tellServed(
  onServed: DatabaseSettings['onServed'],
  work: Work,
  pending: readonly PendingChange[],
  read: number,
): void {
  if (onServed === undefined || pending.length === 0) return;
  const waited = pending.reduce((most, { waited: each }) => Math.max(most, each), 0);
  onServed(work, waited + (performance.now() - read) / 1000);
}

const listAccess = async (database: Database): Promise<DueList> => ({
  due: await listPending(database, 'access'),
  isComplete: true,
});

/** Milliseconds after which all changed versions are looked for, however old. */
const fullReading = 60_000;
/** How many statements move changed versions to the queue before some are published: see `moveChangedVersions`. */
const batchesAtOnce = 10;

/** Lists what is due of documents, after moving some of what changed to the queue; the rest makes it list again at once. */
function documentLister(database: Database): () => Promise<DueList> {
  let movedFrom = '0';
  let movedAllAt = Number.NEGATIVE_INFINITY;
  return async () => {
    // Now and then from the start, since a restored dump may have brought entries of any age.
    const isFull = performance.now() - movedAllAt > fullReading;
    if (isFull) movedAllAt = performance.now();
    const moved = await moveChangedVersions(database, batchesAtOnce, isFull ? '0' : movedFrom);
    movedFrom = moved.from;
    return { due: await listPending(database, 'documents'), isComplete: moved.isComplete };
  };
}

const removalsOf = (database: Database): Removals => ({
  list: () => readDeletions(database),
  countOrganisations: () => countOrganisations(database),
  hold: (organisationIds) => holdRemovals(database, organisationIds),
  listAwaitingApproval: async () => (await readHeldRemovals(database)).organisations,
});

/** An earlier rollback is kept by a plain build. */
async function planBuild(
  database: Database,
  store: Store,
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
  for (const id of await listWaiting(database)) if (!requests.has(id)) requests.set(id, { what: 'due' });
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
