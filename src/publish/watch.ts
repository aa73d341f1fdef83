// Publishes each change until it is stopped. Access and documents are scheduled side by side, so that a revocation never
// waits for a document (see schedule.ts). Changes from before it started are entries in the same queue. Any number of
// watchers may run on one database; leases keep two of them from publishing the same organisation.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHeldRemovals } from '../database/held-removals.ts';
import { listen } from '../database/listen.ts';
import type { Database, OpenDatabase } from '../database/open-database.ts';
import { enqueueChangedVersions, hasPending, listDue, type Work } from '../database/pending-changes.ts';
import { StoreMismatchError } from '../errors.ts';
import { createStoreGuard } from './bind-store.ts';
import { catchUp } from './catch-up.ts';
import { describeHeld } from './judge-removals.ts';
import { createPublishDue } from './publish-due.ts';
import type { Publisher } from './publish-organisation.ts';
import { createWakeUp, schedule, type WakeUp } from './schedule.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { sweep } from './sweep.ts';
import type { WatchEvents, Watcher } from './watcher.ts';

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
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const watcher: Watcher = { id: randomUUID(), publisher, database, events, totals, signal };
  const wakeUps: Record<Work, WakeUp> = { access: createWakeUp(), documents: createWakeUp() };
  const wake = () => {
    for (const wakeUp of Object.values(wakeUps)) wakeUp.wake();
  };
  signal.addEventListener('abort', wake, { once: true });
  const onChange = () => {
    for (const wakeUp of Object.values(wakeUps)) wakeUp.notify();
  };
  const due = createPublishDue(watcher);
  const publishAll = (work: Work, lanes: number, listAge: number) =>
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
        publish: (organisationId) => due.publish(work, organisationId),
        onQueueFailure: (error) => events.failed('reading the queue', error),
      },
      signal,
    );
  const listenOptions = { connectionString: listenUrl, database, onChange, onListening: events.listening };
  await Promise.all([
    publishAll('access', 1, 50),
    publishAll('documents', embedded ? 1 : documentLanes, 250),
    sendHeartbeats(watcher, (error) => mismatch.abort(error)),
    catchUp(publisher, database, wake, events, signal),
    sweep(publisher, database, signal, events.failed),
    // The embedded server does not support notifications, so it relies on polling.
    ...(embedded ? [] : [listen(listenOptions, signal)]),
  ]);
  await due.finish();
  mismatch.signal.throwIfAborted();
}

/** @param onMismatch called when the store is another one */
async function sendHeartbeats(
  { id, publisher, database, events, totals, signal }: Watcher,
  onMismatch: (error: StoreMismatchError) => void,
): Promise<void> {
  const assertStore = createStoreGuard(publisher.store);
  const reportHeld = createReportHeld(database, events.held);
  while (!signal.aborted) {
    await assertStore()
      .then(() => sendHeartbeat(publisher, database, totals, id))
      .catch((error) => {
        if (error instanceof StoreMismatchError) onMismatch(error);
        else events.failed('writing the heartbeat', error);
      });
    await reportHeld().catch((error) => events.failed('reading the held removals', error));
    await sleep(heartbeatInterval, undefined, { signal }).catch(() => {});
  }
}

/** Reports the held removals when they change. */
function createReportHeld(database: Database, report: WatchEvents['held']): () => Promise<void> {
  let last = '';
  return async () => {
    const held = describeHeld(await readHeldRemovals(database));
    if (held !== '' && held !== last) report(held);
    last = held;
  };
}
