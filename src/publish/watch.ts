// Publishes each change until it is stopped. Access and documents share nothing that one of them could use up or hold: each is
// scheduled by itself, and the commands run documents in a process of their own (`only`), so that a revocation waits neither for
// a document that is slow to check nor for its writing. Changes from before it started are entries in the same queue. Any number
// of watchers may run on one database; leases keep two of them from publishing the same organisation.

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../database/connect/listen.ts';
import type { Database, OpenDatabase } from '../database/connect/open-database.ts';
import { moveChangedVersions } from '../database/queue/changed-versions.ts';
import { readHeldRemovals } from '../database/queue/held-removals.ts';
import { listPending, type Work } from '../database/queue/pending-changes.ts';
import { StoreMismatchError } from '../errors.ts';
import { awaitChanges } from './database/await-changes.ts';
import { catchUp } from './database/catch-up.ts';
import { keepFresh } from './database/keep-fresh.ts';
import { guardStore } from './guard-store.ts';
import { describeHeld } from './judge-removals.ts';
import { createPublishDue } from './publish-due.ts';
import type { Publisher } from './publish-organisation.ts';
import { createWakeUp, type ListedOrganisation, schedule, type WakeUp } from './schedule.ts';
import { sendHeartbeat, type Totals } from './send-heartbeat.ts';
import { sweep } from './sweep.ts';
import type { WatchEvents, Watcher } from './watcher.ts';

/** Milliseconds after which the whole queue is read, although nothing in it was seen to change. */
const fullReading = 60_000;
/** How many statements move changed versions to the queue before some are published: see `moveChangedVersions`. */
const batchesAtOnce = 10;
/** Milliseconds between two heartbeats. */
const heartbeatInterval = 5_000;
/** How many organisations' documents are published at the same time; the embedded server has one connection. */
const documentLanes = 4;

export type WatchOptions = {
  /** For LISTEN, when the database's own URL is that of a pooler. */
  listenUrl?: string;
  /** Publish this alone; another process publishes the other kind. The one for access sends the heartbeats. */
  only?: Work;
  /** What the heartbeat says of the documents built; whoever publishes documents keeps it current. */
  totals?: Totals;
};

/**
 * Watches until `stop` aborts; work that has begun is finished.
 * @throws StoreMismatchError when the store is bound anew or replaced meanwhile
 */
export async function watch(
  unguarded: Publisher,
  open: OpenDatabase,
  stop: AbortSignal,
  events: WatchEvents,
  {
    listenUrl = open.connectionString,
    only,
    totals = { builds: 0, buildSeconds: 0, generation: 0 },
  }: WatchOptions = {},
): Promise<void> {
  const { database, embedded, hasOneSession } = open;
  const guard = guardStore(unguarded.store);
  const publisher = { ...unguarded, store: guard.store };
  const mismatch = new AbortController();
  const signal = AbortSignal.any([stop, mismatch.signal]);
  setMaxListeners(50, signal); // each part waits for it, and each of its pauses
  const watcher: Watcher = { id: randomUUID(), publisher, database, events, totals, signal };
  const works = (['access', 'documents'] as const).filter((work) => only === undefined || work === only);
  const wakeUps: Record<Work, WakeUp> = { access: createWakeUp(), documents: createWakeUp() };
  const wake = () => {
    for (const wakeUp of Object.values(wakeUps)) wakeUp.wake();
  };
  signal.addEventListener('abort', wake, { once: true });
  const due = createPublishDue(watcher);
  const list: Record<Work, () => Promise<ListedOrganisation[]>> = {
    access: () => listPending(database, 'access'),
    documents: documentLister(database, wakeUps.documents),
  };
  const publishAll = (work: Work) =>
    schedule(
      {
        lanes: work === 'access' || hasOneSession ? 1 : documentLanes,
        poll: fullReading,
        listAge: work === 'access' ? 50 : 250,
        wakeUp: wakeUps[work],
        list: list[work],
        publish: (organisationId) => due.publish(work, organisationId),
        onQueueFailure: (error) => events.failed('reading the queue', error),
      },
      signal,
    );
  const wakeOnChange = (work: Work) =>
    awaitChanges(open, work, wakeUps[work].wake, (error) => events.failed('waiting for changes', error), signal);
  const comparisonFailed = (error: unknown) => events.failed('comparing the store with the database', error);
  const onMismatch = (error: StoreMismatchError) => mismatch.abort(error);
  const reportHeld = createReportHeld(database, events.held);
  const listenOptions = {
    connectionString: listenUrl,
    database,
    onChange: wakeUps.access.notify,
    onListening: events.listening,
  };
  const tasks: Record<Work, () => Promise<void>[]> = {
    access: () => [
      watchStore(watcher, guard.check, onMismatch, async () => {
        await sendHeartbeat(publisher, database, totals, watcher.id);
        await reportHeld();
      }),
      // The embedded server does not support notifications, so it relies on polling.
      ...(embedded ? [] : [listen(listenOptions, signal)]),
    ],
    documents: () => [
      ...(only === undefined ? [] : [watchStore(watcher, guard.check, onMismatch)]),
      catchUp(publisher, database, wake, events, signal),
      keepFresh(publisher, database, wake, events.findings, comparisonFailed, signal),
      sweep(publisher, database, signal, events.failed),
    ],
  };
  await Promise.all(works.flatMap((work) => [publishAll(work), wakeOnChange(work), ...tasks[work]()]));
  await due.finish();
  mismatch.signal.throwIfAborted();
}

/** Lists what is pending of documents, after moving some of what changed to the queue; it wakes the scheduler for the rest. */
function documentLister(database: Database, wakeUp: WakeUp): () => Promise<ListedOrganisation[]> {
  let movedFrom = '0';
  let movedAllAt = Number.NEGATIVE_INFINITY;
  return async () => {
    // Now and then from the start, since a restored dump may have brought entries of any age.
    const isFull = performance.now() - movedAllAt > fullReading;
    if (isFull) movedAllAt = performance.now();
    const moved = await moveChangedVersions(database, batchesAtOnce, isFull ? '0' : movedFrom);
    movedFrom = moved.from;
    if (!moved.isComplete) wakeUp.wake();
    return listPending(database, 'documents');
  };
}

/**
 * Checks every few seconds that the store is the watched one, then does what is to be done on it as often.
 * @param assertStore throws when the store is not the watched one
 * @param onMismatch called when the store is another one
 */
async function watchStore(
  { events, signal }: Watcher,
  assertStore: () => Promise<void>,
  onMismatch: (error: StoreMismatchError) => void,
  work: () => Promise<void> = async () => {},
): Promise<void> {
  while (!signal.aborted) {
    await assertStore()
      .then(work)
      .catch((error) => {
        if (error instanceof StoreMismatchError) onMismatch(error);
        else events.failed('writing the heartbeat', error);
      });
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
