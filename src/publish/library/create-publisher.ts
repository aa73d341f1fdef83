// The library's publisher, for a source of another program. It needs no queue: an organisation is due while the revision in
// its published record differs from the source's. So a publisher that is killed loses no work.

import { isOrganisationId, type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import { createValidator } from '../../contract/validator.ts';
import { ConflictError } from '../../errors.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Retention } from '../../snapshot/prune-orphans.ts';
import type { Store } from '../../store/store.ts';
import { isBulk } from '../bulk-removals.ts';
import { createSlots, createTurns, maxDocuments } from '../concurrency.ts';
import type { PublishedOrganisation } from '../publish-organisation.ts';
import { ensureStoreOfSource, readRevisions } from './check-source.ts';
import { pruneUnchanged, publishSourceAccess, publishSourceDocuments, removeIfGone } from './publish-from-source.ts';
import type { Source } from './source.ts';
import { type SourceEvents, watchSource } from './watch-source.ts';

export type PublisherOptions = {
  /** Where the output goes. No other source may publish there. */
  store: Store;
  source: Source;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** How many earlier generations are kept, and for how long. */
  retention?: Retention;
  /** Approve removals of many organisations at once, which are held otherwise. */
  removesInBulk?: boolean;
};

export type SourceBuild = {
  /** What was published, with the versions that are withheld and why. */
  organisations: PublishedOrganisation[];
  /** Organisations that were removed, since the source does not have them any more. */
  removed: OrganisationId[];
  /** Those that would have been, but are too many to remove without approval. */
  held: OrganisationId[];
  /** Organisations that failed. They are still due. */
  failures: { organisationId: OrganisationId; error: unknown }[];
};

/** `repair` reads every version and verifies every stored file, whatever the revision. */
export type PublishOptions = { repair?: boolean };

/** Every call throws StoreMismatchError when the store belongs to another source or database, and StoreError when it fails. */
export type SourcePublishing = {
  /**
   * Publishes one organisation as it is now: access first, then documents. When it returns, servers answer with it.
   * @returns null when the source has no such organisation, in which case it was removed
   * @throws InvalidIdError, BrokenSourceError; ConflictError when a later revision is published; and what the source throws
   */
  publish(organisationId: string, options?: PublishOptions): Promise<PublishedOrganisation | null>;
  /** Publishes every organisation once. A failure of one does not stop the others. @throws what `revisions` throws */
  build(options?: PublishOptions): Promise<SourceBuild>;
  /**
   * Publishes each change until `signal` aborts, and retries what fails. Work that has begun is finished.
   * @param options.poll milliseconds between two readings of the source's revisions; 1000 by default
   */
  watch(signal: AbortSignal, options?: { poll?: number } & Partial<SourceEvents>): Promise<void>;
};

/** How many organisations `build` publishes at once. */
const organisationsAtOnce = 3;

/** How many attempts a publication has while other publishers are quicker. */
const attempts = 5;

/** Publishes the organisations of `source` to `store`. One process at a time publishes to a store: see the guide. */
export function createPublisher({ store, source, now, ...options }: PublisherOptions): SourcePublishing {
  const withSlot = createSlots(maxDocuments);
  const publisher = { store, source, now, validate: createValidator(), withSlot, ...options };
  const inTurn = createTurns();
  let bound: Promise<void> | null = null;

  /** Checks the store once; after a failure the next call checks again. */
  function ensureBound(): Promise<void> {
    bound ??= ensureStoreOfSource(store, source.id).catch((error) => {
      bound = null;
      throw error;
    });
    return bound;
  }

  async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === attempts) throw error;
      }
    }
  }

  const publishAccess = (id: OrganisationId, repair = false) =>
    inTurn(`access of ${id}`, () => retryConflicts(() => publishSourceAccess(publisher, id, repair)));

  /**
   * A removal takes its turn with access too; otherwise it could remove the record of an organisation that was just created
   * again.
   */
  const publishDocuments = (id: OrganisationId, repair = false) =>
    inTurn(`documents of ${id}`, async () => {
      const published = await retryConflicts(() => publishSourceDocuments(publisher, id, repair));
      if (published === null) await inTurn(`access of ${id}`, () => removeIfGone(publisher, id, repair));
      return published;
    });

  const prune = (id: OrganisationId) => inTurn(`documents of ${id}`, () => pruneUnchanged(publisher, id));

  /** Which of the published organisations to remove, and which to hold. */
  function judgeMissing(publishedIds: Iterable<OrganisationId>, revisions: ReadonlyMap<OrganisationId, number>) {
    const missing = [...publishedIds].filter((id) => !revisions.has(id));
    const isHeld = !options.removesInBulk && isBulk(missing.length, revisions.size + missing.length);
    return isHeld ? { removed: [], held: missing } : { removed: missing, held: [] };
  }

  const listPublished = async () => (await store.listNames(paths.organisations)).filter(isOrganisationId);

  return {
    async publish(organisationId, { repair = false } = {}) {
      const id = parseOrganisationId(organisationId);
      await ensureBound();
      await publishAccess(id, repair);
      return publishDocuments(id, repair);
    },

    async build({ repair = false } = {}) {
      await ensureBound();
      // The store first: what is created in between must not look deleted.
      const publishedIds = await listPublished();
      const revisions = await readRevisions(source);
      const { removed, held } = judgeMissing(publishedIds, revisions);
      const report: SourceBuild = { organisations: [], removed: [], held, failures: [] };
      await mapConcurrently([...revisions.keys(), ...removed], organisationsAtOnce, async (organisationId) => {
        try {
          await publishAccess(organisationId, repair);
          const published = await publishDocuments(organisationId, repair);
          if (published === null) report.removed.push(organisationId);
          else report.organisations.push(published);
        } catch (error) {
          report.failures.push({ organisationId, error });
        }
      });
      return report;
    },

    async watch(signal, { poll = 1000, ...events } = {}) {
      await ensureBound();
      const tools = { publisher, publishAccess, publishDocuments, prune, judgeMissing, listPublished, poll };
      await watchSource(tools, signal, events);
    },
  };
}
