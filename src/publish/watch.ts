// Publishes each change until it is stopped. Access and documents are scheduled side by side, so that a revocation never
// waits for a document (see schedule.ts). Changes from before it started are entries in the same queue. Any number of
// watchers may run on one database; leases keep two of them from publishing the same organisation.
//
// When one organisation fails, only that organisation is retried, with growing pauses. When the database or the store
// fails, the loop retries every second and continues as soon as it recovers.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../access/ids.ts';
import { readHeldRemovals } from '../database/held-removals.ts';
import { type Listening, listen } from '../database/listen.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { enqueueChangedVersions, hasPending, listDue, type Work } from '../database/pending-changes.ts';
import { recordFailure } from '../database/publish-lease.ts';
import { DatabaseUnreachableError, reasonOf, StoreError, StoreFullError, StoreMismatchError } from '../errors.ts';
import { assertSameStore } from './bind-store.ts';
import { type CatchUpEvents, catchUp } from './catch-up.ts';
import { createCleanUpAfter } from './clean-up.ts';
import { createFreeSpace } from './free-space.ts';
import { describeHeld } from './judge-removals.ts';
import type { Attempt } from './lease.ts';
import type { Publisher } from './publish-organisation.ts';
import { publishAccessChanges, publishDocuments } from './publish-pending.ts';
import { createWakeUp, type PublishOutcome, retryInterval, schedule, type WakeUp } from './schedule.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { sweep } from './sweep.ts';

/** Events for the log. */
export type WatchEvents = CatchUpEvents & {
  access(organisationId: OrganisationId, records: readonly string[]): void;
  /** What is held back from removal has changed. @param held says what, why, and how to approve it */
  held(held: string): void;
  /** Called when it becomes known whether notifications arrive, and on each change; never for the embedded server. */
  listening(listening: Listening): void;
};

/** Milliseconds between polls of the queue. Changes of access notify; the embedded server is slower, and does not. */
const poll: Record<Work, number> = { access: 50, documents: 10 };
const embeddedPoll = 250;
/** Milliseconds between two heartbeats. */
const heartbeatInterval = 5_000;
/** How many organisations' documents are published at the same time; the embedded server has one connection. */
const documentLanes = 4;

/**
 * Watches until `stop` aborts; work that has begun is finished.
 * @param listenUrl for LISTEN, when the database's own URL is that of a pooler
 * @throws StoreMismatchError when the store is bound anew, removed or replaced meanwhile
 */
export async function watch(
  publisher: Publisher,
  { database, connectionString, embedded }: OpenDatabase,
  stop: AbortSignal,
  events: WatchEvents,
  listenUrl: string = connectionString,
): Promise<void> {
  const mismatch = new AbortController();
  const signal = AbortSignal.any([stop, mismatch.signal]);
  const wakeUps: Record<Work, WakeUp> = { access: createWakeUp(), documents: createWakeUp() };
  const wake = () => {
    for (const wakeUp of Object.values(wakeUps)) wakeUp.wake();
  };
  signal.addEventListener('abort', wake, { once: true });
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  const cleanUpAfter = createCleanUpAfter(publisher, database, events.failed);
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const watcher = randomUUID();

  const publishOne: Record<Work, (organisationId: OrganisationId) => Promise<Attempt<unknown>>> = {
    async access(organisationId) {
      const attempt = await publishAccessChanges(publisher, database, organisationId);
      if (attempt.state === 'done') events.access(organisationId, attempt.result);
      return attempt;
    },
    async documents(organisationId) {
      const started = performance.now();
      const attempt = await publishDocuments(publisher, database, organisationId);
      if (attempt.state !== 'done') return attempt;
      totals.builds += 1;
      totals.buildSeconds = (performance.now() - started) / 1000;
      totals.generation = attempt.result.generation;
      events.published(attempt.result, totals.buildSeconds);
      await cleanUpAfter(attempt.result);
      return attempt;
    },
  };

  let lastFull = Number.NEGATIVE_INFINITY;
  const freeSpace = createFreeSpace(publisher, database, () => performance.now() - lastFull < retryInterval * 5);
  let freeingSpace: Promise<void> | null = null;

  /** What caused a failure: the store if writing a heartbeat fails as well, otherwise the organisation. */
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
    const isWritable = await sendHeartbeat(publisher, database, totals, watcher).then(
      () => true,
      (cause) => !(cause instanceof StoreError),
    );
    if (!isWritable) return 'store';
    return error instanceof StoreFullError ? 'full' : 'organisation';
  }

  /** Publishes an organisation's pending changes, and records a failure for the organisation or the store. */
  async function publish(work: Work, organisationId: OrganisationId): Promise<PublishOutcome> {
    const what = `publishing ${work} of organisation ${organisationId}`;
    try {
      const { state } = await publishOne[work](organisationId);
      return state === 'done' ? 'published' : state;
    } catch (error) {
      if (error instanceof DatabaseUnreachableError) return reportUnreachable(what, error);
      events.failed(what, error);
      const found = await findCause(error, organisationId);
      const reason = reasonOf(error);
      const cause = found === 'organisation' ? found : 'store';
      try {
        await recordFailure(database, organisationId, work, reason, { cause, pendingOnly: true });
      } catch (unrecorded) {
        return reportUnreachable(`recording that ${what} failed`, unrecorded);
      }
      return found === 'store' ? 'unreachable' : 'failed';
    }
  }

  function reportUnreachable(what: string, error: unknown): 'unreachable' {
    events.failed(what, error);
    return 'unreachable';
  }

  const publishDue = (work: Work, lanes: number, listAge: number) =>
    schedule(
      {
        lanes,
        poll: embedded ? embeddedPoll : poll[work],
        listAge,
        wakeUp: wakeUps[work],
        listDue: async (except) => {
          if (work === 'documents') await enqueueChangedVersions(database);
          return (await hasPending(database, work, except)) ? listDue(database, work) : null;
        },
        publish: (organisationId) => publish(work, organisationId),
        onQueueFailure: (error) => events.failed('reading the queue', error),
      },
      signal,
    );

  let lastHeld = '';
  /** Logs the held removals when they change. */
  async function reportHeld(): Promise<void> {
    const held = describeHeld(await readHeldRemovals(database));
    if (held !== '' && held !== lastHeld) events.held(held);
    lastHeld = held;
  }

  async function sendHeartbeats(): Promise<void> {
    const assertStore = assertSameStore(publisher.store);
    while (!signal.aborted) {
      await assertStore()
        .then(() => sendHeartbeat(publisher, database, totals, watcher))
        .catch((error) => {
          if (error instanceof StoreMismatchError) mismatch.abort(error);
          else events.failed('writing the heartbeat', error);
        });
      await reportHeld().catch((error) => events.failed('reading the held removals', error));
      await pause(heartbeatInterval);
    }
  }

  // The embedded server does not support notifications, so it relies on polling.
  const onChange = () => {
    for (const wakeUp of Object.values(wakeUps)) wakeUp.notify();
  };
  const listenOptions = { connectionString: listenUrl, database, onChange, onListening: events.listening };
  await Promise.all([
    publishDue('access', 1, 50),
    publishDue('documents', embedded ? 1 : documentLanes, 250),
    sendHeartbeats(),
    catchUp(publisher, database, wake, events, signal),
    sweep(publisher, database, signal, events.failed),
    ...(embedded ? [] : [listen(listenOptions, signal)]),
  ]);
  await freeingSpace;
  mismatch.signal.throwIfAborted();
}
