// The data of another program as a source. It needs no queue: an organisation is due while the revision in its published record
// differs from the source's, so a publisher that is killed loses no work. The source's revision is the fence: a publisher never
// replaces what was published from a later revision, and compare-and-set keeps two publishers of one revision apart. So older
// data never replaces newer data, and no lease is needed.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import type { Validator } from '../../contract/validator.ts';
import { noChanges } from '../../days/no-changes.ts';
import { ConflictError } from '../../errors.ts';
import { loadPublished } from '../../snapshot/load-published.ts';
import { paths } from '../../snapshot/paths.ts';
import { readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import type { Store } from '../../store/store.ts';
import { createAtWork, createTurns } from '../documents/concurrency.ts';
import {
  allWorks,
  type Changed,
  type Done,
  followsDocuments,
  type Opened,
  type OpenOrganisation,
  type Port,
  type Request,
  type Work,
} from '../port.ts';
import { checkedVersions, checkRevision, readAccess, readCalendar, readRevisions } from './check-source.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Source, SourceSnapshot } from './source.ts';

/** How many organisations are published at once. */
const lanes = 4;

export type LibraryPortOptions = {
  store: Store;
  source: Source;
  validate: Validator;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** Milliseconds between two readings of the source's revisions while it is watched. */
  poll: () => number;
};

export function libraryPort({ store, source, validate, now, poll }: LibraryPortOptions): Port {
  const inTurn = createTurns();
  const progress = createProgress(now);
  const deriving = createAtWork();
  let isStoreListed = false;

  const listPublished = async () => (await store.listNames(paths.organisations)).filter(isOrganisationId);

  /** The source and the store now: the store is listed first, so that what is created in between does not look deleted. */
  async function readAll(): Promise<Progress['known']> {
    const published = await listPublished();
    const known = progress.setKnown(published, await readRevisions(source));
    isStoreListed = true;
    return known;
  }

  /** Keeps derived work away from what is removed. Nobody waits for it: an organisation of which some goes on is busy. */
  /** Runs the task while nothing is derived from the organisation's documents. */
  const withoutDerived = <Result>(
    organisationId: OrganisationId,
    task: () => Promise<Opened<Result>>,
  ): Promise<Opened<Result>> =>
    deriving.has(organisationId)
      ? Promise.resolve({ state: 'busy' })
      : inTurn(`days of ${organisationId}`, () => inTurn(`derived of ${organisationId}`, task));

  return {
    works: allWorks,
    lanes: (work) => (work === 'derived' ? 1 : lanes),

    async listDue(work) {
      // Later, what is published here is known; listing the store each time would cost too much.
      if (isStoreListed) progress.setKnown([], await readRevisions(source));
      else await readAll();
      return { due: progress.listDue(work), isComplete: true };
    },

    open: (organisationId, work, task) => {
      const open = () =>
        withSnapshot(source, organisationId, async (snapshot) => {
          const { handle, access } = await readAccess(snapshot, organisationId, { store, validate });
          const changed = await findChanges(store, snapshot, { organisationId, handle }, work);
          progress.published(organisationId);
          if (changed === 'nothing' && !followsDocuments(work)) {
            const problems =
              work === 'documents' ? (await loadPublished(store, organisationId, handle)).problems : null;
            progress.settle(organisationId, work, snapshot.revision, problems?.withheld.length ?? 0);
          }
          return task({
            organisationId,
            handle,
            changed,
            ...guardOf(snapshot, organisationId),
            versions: checkedVersions(snapshot, organisationId),
            named: { keys: new Set(), state: false },
            async readRemoved() {
              const { versions = [], calendar = false } = (await snapshot.removed?.()) ?? {};
              return { versions: new Set(versions), calendar };
            },
            links: null,
            readAccess: async () => access,
            readCalendar: () => readCalendar(snapshot, organisationId),
            readDays: async () => ({ ...noChanges, teachersInChanges: { keys: 'all', links: 'substitute' } }),
            readShownLinks: async () => [],
            readName: async () => organisationId,
            async record(outcome) {
              const withheld = outcome.work === 'documents' ? outcome.withheld : 0;
              const validity = 'validity' in outcome ? outcome.validity : null;
              progress.settle(organisationId, work, snapshot.revision, withheld, validity);
              if (outcome.work === 'documents' && outcome.replaced) progress.deriveAgain(organisationId);
            },
          } satisfies OpenOrganisation);
        });
      const openInTurn = () => inTurn(`${work} of ${organisationId}`, open);
      return followsDocuments(work) ? deriving.during(organisationId, openInTurn) : openInTurn();
    },

    openRemoved: (organisationId, work, task) => {
      const remove = async () => {
        const isThere = await withSnapshot(source, organisationId, async () => ({ state: 'done', result: true }));
        if (isThere.state !== 'gone') return { state: 'nothing' } as const;
        const result = await task({
          assertMayPublish: async () => {},
          ownerOf: async () => 'unknown', // a source does not tell whose a handle is
          record: async () => progress.remove(organisationId, work),
        });
        return { state: 'done', result } as const;
      };
      const inTurnWithAccess = () => inTurn(`access of ${organisationId}`, remove);
      // A removal of documents removes the record too; otherwise it could remove that of an organisation just created again.
      if (work === 'documents')
        return inTurn(`documents of ${organisationId}`, () => withoutDerived(organisationId, inTurnWithAccess));
      return work === 'access' ? inTurnWithAccess() : inTurn(`${work} of ${organisationId}`, inTurnWithAccess);
    },

    protect: (organisationId, task) =>
      inTurn(`documents of ${organisationId}`, () =>
        withoutDerived(organisationId, () =>
          withSnapshot(source, organisationId, async (snapshot) => ({
            state: 'done',
            result: await task(async () => snapshot.assertMayPublish?.()),
          })),
        ),
      ),

    async recordFailure(organisationId, work, { cause }) {
      progress.fail(organisationId, work, cause);
    },

    async requestLinks() {},

    async planBuild(everything): Promise<ReadonlyMap<OrganisationId, Request>> {
      progress.releaseRemovals();
      const { published, revisions } = await readAll();
      const request: Request = everything ? { what: 'versions', versions: 'all', repair: true } : { what: 'verify' };
      return new Map([...revisions.keys(), ...published].map((id) => [id, request]));
    },

    removals: {
      list: async () => progress.listRemovals(),
      countOrganisations: async () => progress.known.revisions.size,
      mayHaveNone: async () => true,
      releaseReturned: async () => {}, // by its revision one that is back is due
      hold: async (organisationIds) => progress.holdRemovals(organisationIds),
      listAwaitingApproval: async () => progress.listAwaitingApproval(),
    },
    readState: async (limit) => progress.readState(limit),

    async awaitChanges(_, onChange, _onFailure, signal) {
      while (!signal.aborted) {
        await sleep(poll(), undefined, { signal }).catch(() => {});
        onChange();
      }
    },
  };
}

/** Opens a snapshot for the work, and closes it whatever happens. */
async function withSnapshot<Result>(
  source: Source,
  organisationId: OrganisationId,
  work: (snapshot: SourceSnapshot) => Promise<Done<Result>>,
): Promise<Opened<Result>> {
  const snapshot = await source.snapshot(organisationId);
  if (snapshot === null) return { state: 'gone' };
  try {
    checkRevision(organisationId, snapshot.revision);
    return await work(snapshot);
  } catch (error) {
    if (error instanceof ConflictError) return { state: 'conflict', error };
    throw error;
  } finally {
    await snapshot.close();
  }
}

const guardOf = (snapshot: SourceSnapshot, organisationId: OrganisationId) => ({
  fence: snapshot.revision,
  async assertMayPublish(replaced: { fence?: number } | null) {
    await snapshot.assertMayPublish?.();
    assertNotNewer(replaced?.fence, snapshot, organisationId);
  },
});

/** @throws ConflictError when a later revision is published */
function assertNotNewer(published: number | undefined, { revision }: SourceSnapshot, organisationId: string): void {
  if (published !== undefined && published > revision)
    throw new ConflictError(
      `revision ${published} of organisation ${organisationId} is already published, but the source is at revision ${revision}; a restored source must continue with higher revisions`,
    );
}

/** What changed since the revision in the published record. @throws ConflictError when a later revision is published */
async function findChanges(
  store: Store,
  snapshot: SourceSnapshot,
  { organisationId, handle }: Pick<OpenOrganisation, 'organisationId' | 'handle'>,
  work: Work,
): Promise<Changed> {
  const { record } = await readRecordByHandle(store, organisationId, handle);
  const parts = { access: record?.access, documents: record?.pointer, days: record?.days, derived: record?.derived };
  const published = parts[work]?.fence;
  assertNotNewer(published, snapshot, organisationId);
  // Without a calendar there is no fence, and nothing to write.
  if (published === snapshot.revision || (followsDocuments(work) && published === undefined)) return 'nothing';
  if (work !== 'documents' || published === undefined || snapshot.changedSince === undefined) return 'everything';
  return new Set(await snapshot.changedSince(published));
}
