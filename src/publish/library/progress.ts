// What a publisher knows of a source and of its own work, in memory: which organisations are due, what failed, and which removals
// await approval. After a restart all of it follows from the source and the store.

import type { OrganisationId } from '../../access/ids.ts';
import { backOff } from '../../back-off.ts';
import { type DueOrganisation, type Failure, followsDocuments, type QueueState, type Work } from '../port.ts';
import type { Validity } from '../work-outcome.ts';
import { collectHeartbeat } from './collect-heartbeat.ts';

/** Milliseconds after which an organisation that did not change is compared with the store again. */
const recheckInterval = 3_600_000;

/** The longest pause before a failed attempt is repeated, in milliseconds. */
const longestPause: Record<Work | 'store', number> = {
  access: 2_000,
  documents: 60_000,
  days: 60_000,
  derived: 60_000,
  store: 1_000,
};

/** Milliseconds for which edits are gathered before anything is derived from them. */
const gathering = 1_000;

/** Milliseconds on the monotonic clock. */
const ticks = () => performance.now();

/** One kind of work, by organisation. Times are from `ticks`. */
type WorkState = {
  /** The revision that was published, or found published, and when; and between which moments that is right. */
  settled: Map<OrganisationId, { revision: number; at: number; validity: Validity | null }>;
  failures: Map<OrganisationId, { count: number; retryAt: number }>;
  /** Those that are due, and since when. */
  waiting: Map<OrganisationId, number>;
};

const isRightAt = (now: number, { validity }: { validity: Validity | null }): boolean =>
  validity === null || (Date.parse(validity.validFrom) <= now && now < Date.parse(validity.validUntil));

const newState = (): WorkState => ({ settled: new Map(), failures: new Map(), waiting: new Map() });

/** The organisations that have published output, and those of the source with their revisions. */
type Known = { published: ReadonlySet<OrganisationId>; revisions: ReadonlyMap<OrganisationId, number> };

export type Progress = ReturnType<typeof createProgress>;

/** @param now the clock, in milliseconds since 1970 */
export function createProgress(now: () => number) {
  const works: Record<Work, WorkState> = {
    access: newState(),
    documents: newState(),
    days: newState(),
    derived: newState(),
  };
  const published = new Set<OrganisationId>();
  const withheld = new Map<OrganisationId, number>();
  let revisions: ReadonlyMap<OrganisationId, number> = new Map();
  /** Removals that await approval, and what was missing when they were judged. */
  let held: ReadonlySet<string> = new Set();
  let judged = '';

  const listRemovals = () => [...published].filter((id) => !revisions.has(id));

  return {
    get known(): Known {
      return { published, revisions };
    },

    setKnown(found: Iterable<OrganisationId>, all: ReadonlyMap<OrganisationId, number>): Known {
      for (const id of found) published.add(id);
      revisions = all;
      // Another set of missing organisations is another case, and is judged anew.
      if (listRemovals().join() !== judged) held = new Set();
      return { published, revisions };
    },

    /** Changed, not compared for long, not right at this moment any more, or removed from the source. */
    listDue(work: Work): DueOrganisation[] {
      const { settled, failures, waiting: since } = works[work];
      const listedAt = ticks();
      const isDue = ([id, revision]: [OrganisationId, number]) => {
        if (followsDocuments(work) && works.documents.settled.get(id)?.revision !== revision) return false;
        const known = settled.get(id);
        return known?.revision !== revision || listedAt - known.at > recheckInterval || !isRightAt(now(), known);
      };
      const removals = listRemovals().filter((id) => !held.has(id));
      const due = [...[...revisions].filter(isDue).map(([id]) => id), ...removals];
      const waiting = new Map(due.map((id) => [id, since.get(id) ?? listedAt]));
      works[work].waiting = waiting;
      const gatheredAt = (id: OrganisationId) =>
        work === 'derived' ? (waiting.get(id) ?? listedAt) + gathering : listedAt;
      return due.map((organisationId) => ({
        organisationId,
        isLarge: false,
        dueIn: Math.max(failures.get(organisationId)?.retryAt ?? listedAt, gatheredAt(organisationId)) - listedAt,
      }));
    },

    /** Something of the organisation is published, or about to be. */
    published: (id: OrganisationId): void => void published.add(id),

    settle(
      id: OrganisationId,
      work: Work,
      revision: number,
      versionsWithheld: number,
      validity: Validity | null = null,
    ): void {
      works[work].settled.set(id, { revision, at: ticks(), validity });
      works[work].failures.delete(id);
      works[work].waiting.delete(id);
      if (work === 'documents') withheld.set(id, versionsWithheld);
    },

    /** The documents are others, so what follows from them is due, whatever the revision. */
    deriveAgain(id: OrganisationId): void {
      works.days.settled.delete(id);
      works.derived.settled.delete(id);
    },

    fail(id: OrganisationId, work: Work, cause: Failure['cause']): void {
      const { failures } = works[work];
      const count = (failures.get(id)?.count ?? 0) + 1;
      const longest = longestPause[cause === 'store' ? 'store' : work];
      failures.set(id, { count, retryAt: ticks() + backOff(count, { first: 2_000, longest }) });
    },

    /** A removal of documents takes everything, so an organisation that is created again is due in all its work. */
    remove(id: OrganisationId, work: Work): void {
      for (const { settled } of Object.values(works)) settled.delete(id);
      works[work].failures.delete(id);
      works[work].waiting.delete(id);
      if (work !== 'documents') return;
      published.delete(id);
      withheld.delete(id);
    },

    listRemovals,
    listAwaitingApproval: (): string[] => [...held].sort(),
    holdRemovals(organisationIds: readonly string[]): void {
      held = new Set(organisationIds);
      judged = listRemovals().join();
    },
    releaseRemovals(): void {
      held = new Set();
    },

    readState: (limit: number): QueueState => collectHeartbeat(works, withheld, revisions.size, ticks(), limit),
  };
}
