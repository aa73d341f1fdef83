// Publishes one organisation for a watcher. When the organisation fails, that is recorded and only it is retried, with growing
// pauses. When the source or the store fails, the watcher waits until it recovers. A full store is cleaned up.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import { DatabaseUnreachableError, reasonOf, StoreError, StoreFullError } from '../../errors.ts';
import { isWritable } from '../../store/probe-writable.ts';
import type { Work } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { createCleanUpAfter } from '../upkeep/clean-up.ts';
import { createFreeSpace } from '../upkeep/free-space.ts';
import {
  type Attempted,
  publishAccess,
  publishDays,
  publishDerived,
  publishDocuments,
} from './publish-organisation.ts';
import { type PublishOutcome, retryInterval } from './schedule.ts';
import type { Totals } from './send-heartbeat.ts';
import type { WatchEvents } from './watch-events.ts';

/** Milliseconds for which derived work that has begun waits for documents, and between two looks meanwhile. */
const [longestYield, yieldPause] = [2_000, 50];

export type PublishDue = {
  /** Publishes what is due of an organisation, and records a failure of the organisation or the store. */
  publish(work: Work, organisationId: OrganisationId): Promise<PublishOutcome>;
  /** Whether work of this kind is going on. */
  isAtWork(work: Work): boolean;
  /** Waits until a clean-up of a full store ends. */
  finish(): Promise<void>;
};

/**
 * @param watcher the id of the watcher, with which it tests whether the store can be written to
 * @param totals what the watcher has built; kept current
 */
export function createPublishDue(
  publisher: Publisher,
  events: WatchEvents,
  totals: Totals,
  watcher: string,
): PublishDue {
  const cleanUpAfter = createCleanUpAfter(publisher, events.failed);
  let lastFull = Number.NEGATIVE_INFINITY;
  const freeSpace = createFreeSpace(publisher, () => performance.now() - lastFull < retryInterval * 5);
  let freeingSpace: Promise<void> | null = null;

  const attempt: Record<Work, (organisationId: OrganisationId) => Promise<Attempted<unknown>>> = {
    async access(organisationId) {
      const access = await publishAccess(publisher, organisationId);
      if (access.state === 'done' && access.result.changed) events.access(organisationId);
      return access;
    },
    async documents(organisationId) {
      const started = performance.now();
      const documents = await publishDocuments(publisher, organisationId);
      if (documents.state !== 'done') return documents;
      totals.builds += 1;
      totals.buildSeconds = (performance.now() - started) / 1000;
      totals.generation = documents.result.generation;
      events.published(documents.result, totals.buildSeconds);
      await cleanUpAfter(documents.result);
      return documents;
    },
    async days(organisationId) {
      const days = await publishDays(publisher, organisationId);
      if (days.state === 'done') await cleanUpAfter(days.result, false);
      return days;
    },
    async derived(organisationId) {
      const derived = await publishDerived(publisher, organisationId, { letDocumentsGoFirst: createYield() });
      if (derived.state === 'done') await cleanUpAfter(derived.result, false);
      return derived;
    },
  };

  /** Waits while documents are published, for a limited time in all. */
  function createYield(): () => Promise<void> {
    // Where documents have one lane, they share the source's one connection with this work, and would wait for it.
    let left = publisher.port.lanes('documents') > 1 ? longestYield : 0;
    return async () => {
      for (; left > 0 && atWork.documents > 0; left -= yieldPause) await sleep(yieldPause);
    };
  }

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
    if (!(await isWritable(publisher.store, watcher))) return 'store';
    return error instanceof StoreFullError ? 'full' : 'organisation';
  }

  function reportUnreachable(what: string, error: unknown, work: Work): 'unreachable' {
    events.failed(what, error, work);
    return 'unreachable';
  }

  const atWork: Record<Work, number> = { access: 0, documents: 0, days: 0, derived: 0 };

  async function publishOne(work: Work, organisationId: OrganisationId): Promise<PublishOutcome> {
    const what = `publishing ${work} of organisation ${organisationId}`;
    try {
      const { state } = await attempt[work](organisationId);
      return state === 'done' ? 'published' : state === 'awaiting approval' ? 'nothing' : state;
    } catch (error) {
      if (error instanceof DatabaseUnreachableError) return reportUnreachable(what, error, work);
      events.failed(what, error, work);
      const found = await findCause(error, organisationId);
      const cause = found === 'organisation' ? found : 'store';
      try {
        const failure = { reason: reasonOf(error), cause, isRequested: false } as const;
        await publisher.port.recordFailure(organisationId, work, failure);
      } catch (unrecorded) {
        return reportUnreachable(`recording that ${what} failed`, unrecorded, work);
      }
      return found === 'store' ? 'unreachable' : 'failed';
    }
  }

  return {
    async publish(work, organisationId) {
      atWork[work] += 1;
      try {
        return await publishOne(work, organisationId);
      } finally {
        atWork[work] -= 1;
      }
    },
    isAtWork: (work) => atWork[work] > 0,
    async finish() {
      await freeingSpace;
    },
  };
}
