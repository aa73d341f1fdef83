// The database as a source: its queue says what is due, a lease protects an organisation that is open, and taking the lease,
// reading the queue and clearing it are one transaction. So a publisher that dies leaves all changes pending and the lease free.

import { readCalendar } from '../../database/calendar/read-calendar.ts';
import type { Database, OpenDatabase } from '../../database/connect/open-database.ts';
import { selectHandle, selectName, selectOwner } from '../../database/organisation.ts';
import { moveChangedVersions } from '../../database/queue/changed-versions.ts';
import { type DerivedClock, listDerived } from '../../database/queue/list-derived.ts';
import { listPending, type PendingChange, readPending } from '../../database/queue/pending-changes.ts';
import { readFences, recordFailure, removeLease } from '../../database/queue/publish-lease.ts';
import {
  countOrganisations,
  holdRemovals,
  readAwaitingApproval,
  readDeletions,
  readsOwnOrganisations,
  releaseReturned,
} from '../../database/queue/removals-awaiting-approval.ts';
import { readRemoved } from '../../database/queue/removals-on-purpose.ts';
import { selectAccess } from '../../database/select-access.ts';
import { selectShownLinks } from '../../database/select-links.ts';
import { assertSource } from '../../database/views/source-relations.ts';
import {
  allWorks,
  type Changed,
  type DueList,
  type HandleOwner,
  type Named,
  type OpenOrganisation,
  type Port,
  type Removals,
  type Work,
} from '../port.ts';
import { createEnginePublisher, type Publisher, type PublishSettings } from '../publisher.ts';
import { awaitChanges } from './await-changes.ts';
import { databaseVersions } from './database-versions.ts';
import { openLinks, requestLinks } from './open-links.ts';
import { planBuild } from './plan-build.ts';
import { readDays } from './read-days.ts';
import { readState } from './read-state.ts';
import { clearRemoved, recordWork } from './record-work.ts';
import { withLease } from './with-lease.ts';

export type DatabasePort = Port & { readonly database: Database };

/** What publishes from the database. */
export type DatabasePublisher = Publisher<DatabasePort>;

export type DatabaseSettings = PublishSettings & {
  /** Told when pending changes are served. @param seconds since the first of them was committed */
  onServed?: (work: Work, seconds: number) => void;
  /** The release of the time-zone data, by which what was derived earlier may be wrong; by default that of this process. */
  tzdata?: string;
};

/** A publisher that publishes from the database. */
export const createDatabasePublisher = (
  { onServed, tzdata = process.versions['tz'] ?? '', ...settings }: DatabaseSettings,
  open: Pick<OpenDatabase, 'database' | 'hasOneSession'>,
): DatabasePublisher =>
  createEnginePublisher({ ...settings, tzdata }, databasePort(open, { ...settings, tzdata }, onServed));

/** How many organisations are published at the same time; the embedded server has one connection. */
const lanesOf: Record<Work, number> = { access: 1, documents: 4, days: 2, derived: 1 };

/** What takes files away must not meet what writes some before it names them. */
export const worksWithFiles = ['documents', 'days', 'derived'] as const;

function databasePort(
  open: Pick<OpenDatabase, 'database' | 'hasOneSession'>,
  { store, now, tzdata }: Pick<PublishSettings, 'store' | 'now'> & { tzdata: string },
  onServed: DatabaseSettings['onServed'],
): DatabasePort {
  const { database } = open;
  const clock = (): DerivedClock => ({ now: now(), tzdata });
  const lists: Record<Work, () => Promise<DueList>> = {
    access: () => listAccess(database),
    documents: documentLister(database),
    days: async () => ({ due: await listDerived(database, 'days', clock()), isComplete: true }),
    derived: async () => ({ due: await listDerived(database, 'derived', clock()), isComplete: true }),
  };
  return {
    database,
    works: allWorks,
    lanes: (work) => (open.hasOneSession ? 1 : lanesOf[work]),
    listDue: (work) => lists[work](),
    removals: removalsOf(database),
    readState: (limit) => readState(database, limit),
    planBuild: (everything) => planBuild(database, store, clock(), everything),
    awaitChanges: (work, onChange, onFailure, signal) => awaitChanges(open, work, onChange, onFailure, signal),
    recordFailure: (organisationId, work, failure) => recordFailure(database, organisationId, work, failure),

    requestLinks: (organisationId, areApproved) => requestLinks(database, store, organisationId, areApproved),

    async open(organisationId, work, task) {
      const servedChanges: PendingChange[][] = [];
      let read = performance.now();
      const opened = await withLease(database, organisationId, work, async (transaction, assertMayPublish) => {
        const source = await assertSource(transaction, work);
        const found = await readPending(transaction, organisationId, work);
        // Links are recorded by themselves, since an attempt publishes some of them.
        const pending = found.filter(({ what }) => what !== 'link');
        const ofLinks = found.filter(({ what }) => what === 'link');
        read = performance.now();
        const { own, last, told } = await readFences(transaction, organisationId, work);
        const handle = await selectHandle(transaction, organisationId);
        if (handle === null) return { state: 'gone' };
        return task({
          organisationId,
          handle,
          changed: changedBy(pending),
          fence: own,
          lastFence: last,
          async assertMayPublish() {
            await assertSource(transaction, work, source);
            await assertMayPublish();
          },
          versions: databaseVersions(transaction, organisationId),
          readRemoved: (versions) => readRemoved(transaction, organisationId, pending, versions),
          named: namedBy(pending, last),
          links: openLinks(transaction, organisationId, ofLinks, (changes) => servedChanges.push([...changes])),
          readAccess: () => selectAccess(transaction, organisationId),
          readCalendar: () => readCalendar(transaction, organisationId),
          readDays: (firstDay, lastDay) => readDays(transaction, organisationId, firstDay, lastDay),
          readShownLinks: () => selectShownLinks(transaction, organisationId),
          readName: () => selectName(transaction, organisationId),
          async record(outcome) {
            await recordWork(transaction, { organisationId, pending, fence: own, told, now: now() }, outcome);
            servedChanges.push(pending);
          },
        } satisfies OpenOrganisation);
      });
      if (opened.state === 'done') tellServed(onServed, work, servedChanges.flat(), read);
      return opened;
    },

    openRemoved: (organisationId, work, task) =>
      withLease(
        database,
        organisationId,
        work === 'documents' ? worksWithFiles : work,
        async (transaction, assertMayPublish) => {
          await assertSource(transaction, work);
          if ((await selectHandle(transaction, organisationId)) !== null) return { state: 'nothing' };
          const pending = await readPending(transaction, organisationId, work);
          const record = () => clearRemoved(transaction, organisationId, work, pending);
          const result = await task({ assertMayPublish, ownerOf: (handle) => ownerOf(transaction, handle), record });
          return { state: 'done', result };
        },
      ),

    protect: (organisationId, task) =>
      withLease(database, organisationId, worksWithFiles, async (transaction, assertMayPublish) => {
        await assertSource(transaction, 'all');
        const result = await task(assertMayPublish);
        // If the organisation was deleted meanwhile.
        for (const work of worksWithFiles) await removeLease(transaction, organisationId, work);
        return { state: 'done', result };
      }),
  };
}

/** Whose a handle is, for a record that does not tell. */
export const ownerOf = async (database: Database, handle: Parameters<typeof selectOwner>[1]): Promise<HandleOwner> =>
  (await selectOwner(database, handle)) === null ? 'nobody' : 'another';

/**
 * A key that the queue names was changed by somebody. So was the access state, where the database knows what it published last:
 * where it does not, everything is enqueued.
 */
const namedBy = (pending: readonly PendingChange[], lastFence: number | null): Named => ({
  keys: new Set(pending.flatMap(({ what, subject }) => (what === 'key' && subject !== null ? [subject] : []))),
  state: lastFence !== null && pending.some(({ what }) => what === 'access'),
});

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
  mayHaveNone: () => readsOwnOrganisations(database),
  releaseReturned: () => releaseReturned(database),
  hold: (organisationIds) => holdRemovals(database, organisationIds),
  listAwaitingApproval: async () => (await readAwaitingApproval(database)).organisations,
});
