// Publishes each change until it is stopped. The kinds of work share nothing that one of them could use up or hold: each is
// scheduled by itself, and the commands run documents in a process of their own (`works`), so that a revocation waits neither for
// a document that is slow to check nor for its writing. What is due from before it started is due in the same way. Any number of
// watchers may run where the source keeps two of them from publishing the same organisation.

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreMismatchError } from '../../errors.ts';
import type { Work } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { cleanUpInTurn } from '../upkeep/clean-up-in-turn.ts';
import { cacheSlowState } from './cache-slow-state.ts';
import { guardStore } from './guard-store.ts';
import { createPublishDue } from './publish-due.ts';
import { createWakeUp, type Scheduled, schedule, type WakeUp } from './schedule.ts';
import { sendHeartbeat, type Totals } from './send-heartbeat.ts';
import type { WatchEvents } from './watch-events.ts';

/** Milliseconds after which all that is due is listed, although nothing was seen to change. */
const fullListing = 60_000;
/** Milliseconds between two listings while organisations of the last one still wait. */
const listAge: Record<Work, number> = { access: 50, documents: 250, days: 250, derived: 1_000 };
/**
 * What takes long to list is not listed for most of the time. On a starved machine every listing is slow, and a revocation must not
 * wait for several times as long.
 */
const rest: Record<Work, Scheduled['rest']> = {
  access: { times: 1, longest: 500 },
  documents: { times: 5, longest: fullListing },
  days: { times: 1, longest: 2_000 },
  derived: { times: 5, longest: fullListing },
};
/** Milliseconds between two heartbeats. */
const heartbeatInterval = 5_000;

/** What a source does besides while it is watched. */
export type Alongside<Source extends Publisher> = (watched: {
  /** The publisher, whose store refuses changes when it is not the watched one any more. */
  publisher: Source;
  works: readonly Work[];
  /** Lists what is due again. */
  wake(): void;
  /** The same for access, by a notification that anybody may have sent. */
  notify(): void;
  signal: AbortSignal;
}) => Promise<void>[];

export type WatchOptions<Source extends Publisher> = {
  /** Publish these alone; another process publishes the others. The one for access sends the heartbeats. */
  works?: readonly Work[];
  /** What the heartbeat says of the documents built; the publisher of documents keeps it current. */
  totals?: Totals;
  alongside?: Alongside<Source>;
};

/**
 * Watches until `stop` aborts; work that has begun is finished.
 * @throws StoreMismatchError when the store is bound anew or replaced meanwhile
 */
export async function watch<Source extends Publisher>(
  unguarded: Source,
  stop: AbortSignal,
  events: WatchEvents,
  {
    works = unguarded.port.works,
    totals = { builds: 0, buildSeconds: 0, generation: 0 },
    alongside = () => [],
  }: WatchOptions<Source> = {},
): Promise<void> {
  const { port } = unguarded;
  const guard = guardStore(unguarded.store);
  const publisher = { ...unguarded, store: guard.store };
  const mismatch = new AbortController();
  const signal = AbortSignal.any([stop, mismatch.signal]);
  setMaxListeners(50, signal); // each part waits for it, and each of its pauses
  const id = randomUUID();
  const due = createPublishDue(publisher, events, totals, id);
  const wakeUps = new Map(works.map((work): [Work, WakeUp] => [work, createWakeUp()]));
  const wake = () => {
    for (const wakeUp of wakeUps.values()) wakeUp.wake();
  };
  signal.addEventListener('abort', wake, { once: true });

  const publishAll = ([work, wakeUp]: [Work, WakeUp]): Promise<void>[] => [
    schedule(
      {
        lanes: port.lanes(work),
        poll: fullListing,
        listAge: listAge[work],
        rest: rest[work],
        wakeUp,
        list: () => port.listDue(work),
        publish: (organisationId) => due.publish(work, organisationId),
        ...(work === 'derived' && { yields: () => due.isAtWork('documents') }),
        onListFailure: (error) => events.failed(`listing the ${work} that are due`, error, work),
      },
      signal,
    ),
    port.awaitChanges(work, wakeUp.wake, (error) => events.failed('waiting for changes', error), signal),
  ];

  const reportAwaiting = createReportAwaiting(publisher, events.held);
  const readState = cacheSlowState(port.readState);
  const sendState = async () => {
    await sendHeartbeat(publisher, totals, id, readState);
    await reportAwaiting();
  };
  const sendsHeartbeats = works.includes('access');
  await Promise.all([
    ...[...wakeUps].flatMap(publishAll),
    watchStore(guard.check, sendsHeartbeats ? sendState : async () => {}, mismatch, events, signal),
    ...(works.includes('documents') ? [cleanUpInTurn(publisher, signal, events.failed)] : []),
    ...alongside({ publisher, works, wake, notify: () => wakeUps.get('access')?.notify(), signal }),
  ]);
  await due.finish();
  mismatch.signal.throwIfAborted();
}

/**
 * Checks every few seconds that the store is the watched one, then does what is to be done on it as often.
 * @param check throws when the store is not the watched one
 * @param mismatch aborted when the store is another one
 */
async function watchStore(
  check: () => Promise<void>,
  work: () => Promise<void>,
  mismatch: AbortController,
  { failed }: WatchEvents,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await check()
      .then(work)
      .catch((error) => {
        if (error instanceof StoreMismatchError) mismatch.abort(error);
        else failed('writing the heartbeat', error);
      });
    await sleep(heartbeatInterval, undefined, { signal }).catch(() => {});
  }
}

/** Reports the removals that await approval when they change, and ends those whose organisation is back. */
function createReportAwaiting({ port }: Publisher, report: WatchEvents['held']): () => Promise<void> {
  let last = '';
  return async () => {
    await port.removals.releaseReturned();
    const held = await port.removals.listAwaitingApproval();
    if (held.length > 0 && held.join() !== last) report(held);
    last = held.join();
  };
}
