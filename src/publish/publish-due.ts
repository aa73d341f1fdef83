// Publishes one organisation for a watcher. When the organisation fails, that is recorded and only it is retried, with growing
// pauses. When the database or the store fails, the watcher waits until it recovers. A full store is cleaned up.

import type { OrganisationId } from '../access/ids.ts';
import type { Work } from '../database/queue/pending-changes.ts';
import { recordFailure } from '../database/queue/publish-lease.ts';
import { DatabaseUnreachableError, reasonOf, StoreError, StoreFullError } from '../errors.ts';
import { isWritable } from '../store/probe-writable.ts';
import { createCleanUpAfter } from './clean-up.ts';
import type { Attempt } from './database/lease.ts';
import { publishAccessChanges, publishDocuments } from './database/publish-pending.ts';
import { createFreeSpace } from './free-space.ts';
import { createJudgeRemoval } from './judge-removals.ts';
import { type PublishOutcome, retryInterval } from './schedule.ts';
import type { Watcher } from './watcher.ts';

export type PublishDue = {
  /** Publishes an organisation's pending changes, and records a failure of the organisation or the store. */
  publish(work: Work, organisationId: OrganisationId): Promise<PublishOutcome>;
  /** Waits until a clean-up of a full store ends. */
  finish(): Promise<void>;
};

export function createPublishDue({ id, publisher, database, events, totals }: Watcher): PublishDue {
  const cleanUpAfter = createCleanUpAfter(publisher, database, events.failed);
  let lastFull = Number.NEGATIVE_INFINITY;
  const freeSpace = createFreeSpace(publisher, database, () => performance.now() - lastFull < retryInterval * 5);
  let freeingSpace: Promise<void> | null = null;
  const mayRemove = createJudgeRemoval(database, publisher.store, publisher.removesInBulk ?? false);

  const attempt: Record<Work, (organisationId: OrganisationId) => Promise<Attempt<unknown>>> = {
    async access(organisationId) {
      const access = await publishAccessChanges(publisher, database, organisationId, false, mayRemove);
      if (access.state === 'done') events.access(organisationId, access.result);
      return access;
    },
    async documents(organisationId) {
      const started = performance.now();
      const documents = await publishDocuments(publisher, database, organisationId, null, mayRemove);
      if (documents.state !== 'done') return documents;
      totals.builds += 1;
      totals.buildSeconds = (performance.now() - started) / 1000;
      totals.generation = documents.result.generation;
      events.published(documents.result, totals.buildSeconds);
      await cleanUpAfter(documents.result);
      return documents;
    },
  };

  /** What caused a failure: the store if nothing can be written to it, otherwise the organisation. */
  async function findCause(error: unknown, organisationId: OrganisationId): Promise<'organisation' | 'full' | 'store'> {
    if (!(error instanceof StoreError)) return 'organisation';
    if (error instanceof StoreFullError) {
      lastFull = performance.now();
      // Not awaited: revocations need little space, and continue meanwhile.
      freeingSpace ??= freeSpace(organisationId)
        .catch((cause) => events.failed('freeing space in the store', cause))
        .finally(() => {
          freeingSpace = null;
        });
    }
    if (!(await isWritable(publisher.store, id))) return 'store';
    return error instanceof StoreFullError ? 'full' : 'organisation';
  }

  function reportUnreachable(what: string, error: unknown, work: Work): 'unreachable' {
    events.failed(what, error, work);
    return 'unreachable';
  }

  return {
    async publish(work, organisationId) {
      const what = `publishing ${work} of organisation ${organisationId}`;
      try {
        const { state } = await attempt[work](organisationId);
        return state === 'done' ? 'published' : state;
      } catch (error) {
        if (error instanceof DatabaseUnreachableError) return reportUnreachable(what, error, work);
        events.failed(what, error, work);
        const found = await findCause(error, organisationId);
        const cause = found === 'organisation' ? found : 'store';
        try {
          await recordFailure(database, organisationId, work, reasonOf(error), { cause, pendingOnly: true });
        } catch (unrecorded) {
          return reportUnreachable(`recording that ${what} failed`, unrecorded, work);
        }
        return found === 'store' ? 'unreachable' : 'failed';
      }
    },
    async finish() {
      await freeingSpace;
    },
  };
}
