// The library's publisher, for the data of another program.

import { parseOrganisationId } from '../../access/ids.ts';
import { createValidator } from '../../contract/validator.ts';
import type { Retention } from '../../snapshot/remove-garbage.ts';
import type { Store } from '../../store/store.ts';
import { createSlots, maxDocuments } from '../documents/concurrency.ts';
import { type BuildFailure, build } from '../engine/build.ts';
import { publishAccess, publishDerived, publishDocuments, waitWhileBusy } from '../engine/publish-organisation.ts';
import { repairRecord } from '../engine/repair-record.ts';
import { watch } from '../engine/watch.ts';
import type { WatchEvents } from '../engine/watch-events.ts';
import type { Request } from '../port.ts';
import type { PublishedOrganisation } from '../publish-documents.ts';
import { createEnginePublisher } from '../publisher.ts';
import { cleanUp } from '../upkeep/clean-up.ts';
import { ensureStoreOfSource } from './check-source.ts';
import { libraryPort } from './library-port.ts';
import type { Source } from './source.ts';

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
  removed: string[];
  /** Those that would have been, but are too many to remove without approval. */
  held: readonly string[];
  /** Organisations that failed, and in which work. They are still due. */
  failures: BuildFailure[];
};

/** `repair` reads every version and verifies every stored file, whatever the revision. */
export type PublishOptions = { repair?: boolean };

/** Every call throws StoreMismatchError when the store belongs to another source or database, and StoreError when it fails. */
export type Publisher = {
  /**
   * Publishes one organisation as it is now: access first, then documents, then its calendar. When it returns, servers answer
   * with it.
   * @returns null when the source has no such organisation, in which case it was removed
   * @throws InvalidIdError, BrokenSourceError; BrokenCalendarError when all but the calendar is published; ConflictError when a later revision is published; and what the source throws
   */
  publish(organisationId: string, options?: PublishOptions): Promise<PublishedOrganisation | null>;
  /** Publishes every organisation once. A failure of one does not stop the others. @throws what `revisions` throws */
  build(options?: PublishOptions): Promise<SourceBuild>;
  /**
   * Publishes each change until `signal` aborts, and retries what fails. Work that has begun is finished.
   * @param options.poll milliseconds between two readings of the source's revisions; 1000 by default
   */
  watch(signal: AbortSignal, options?: { poll?: number } & Partial<WatchEvents>): Promise<void>;
};

const noEvents: WatchEvents = { published() {}, access() {}, held() {}, failed() {} };

/** Publishes the organisations of `source` to `store`. One process at a time publishes to a store: see the guide. */
export function createPublisher({ store, source, ...options }: PublisherOptions): Publisher {
  const validate = createValidator();
  let poll = 1000;
  const port = libraryPort({ store, source, validate, now: options.now, poll: () => poll });
  const publisher = createEnginePublisher({ store, validate, withSlot: createSlots(maxDocuments), ...options }, port);
  let bound: Promise<void> | null = null;

  /** Checks the store once; after a failure the next call checks again. */
  function ensureBound(): Promise<void> {
    bound ??= ensureStoreOfSource(store, source.id).catch((error) => {
      bound = null;
      throw error;
    });
    return bound;
  }

  return {
    async publish(organisationId, { repair = false } = {}) {
      const id = parseOrganisationId(organisationId);
      await ensureBound();
      const request: Request = { what: 'versions', versions: repair ? 'all' : new Set(), repair };
      if (repair) await repairRecord(publisher, id);
      await waitWhileBusy(id, () => publishAccess(publisher, id, request));
      const published = await waitWhileBusy(id, () => publishDocuments(publisher, id, request));
      if (published.state === 'nothing' || published.result.generation === 0) return null;
      await waitWhileBusy(id, () => publishDerived(publisher, id, { repair }));
      await cleanUp(publisher, id);
      return published.result;
    },

    async build({ repair = false } = {}) {
      await ensureBound();
      const { organisations, deleted, held, failures } = await build(publisher, repair ? 'everything' : 'due');
      return { organisations, removed: deleted, held, failures };
    },

    async watch(signal, { poll: interval = 1000, ...events } = {}) {
      await ensureBound();
      poll = interval;
      await watch(publisher, signal, { ...noEvents, ...events });
    },
  };
}
