// Runs several server processes on one port (node:cluster), for machines with several cores, and for replacing the server
// without losing a request. They share only the published output. The primary process holds the port, replaces workers that
// die, replaces all of them one by one when asked to, and serves the admin port with the sums of the workers' metrics.

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../src/back-off.ts';
import { reasonOf } from '../../src/errors.ts';
import { type ServerCommandOptions, silenceLimits } from '../options/server-options.ts';
import { type RunningServer, serveAdmin } from './run-server.ts';
import { endWorker, type RunningWorker, retireWorker, startWorker } from './start-worker.ts';
import { lastUseSum } from './sum-last-use.ts';
import { metricsSum } from './sum-metrics.ts';

/**
 * Milliseconds before a dead worker is replaced. They grow each time a worker ends before it has served for `steady`. It never
 * gives up, since the cause may be repaired at any time.
 */
const pauses = { first: 500, longest: 15_000 };
const steady = 10_000;

/** The place of a worker; null while its worker has died and no other serves yet. */
type Slot = { running: RunningWorker | null };

export type RunningWorkers = RunningServer & {
  /**
   * Starts another worker in each one's place, and only then retires it. The first that cannot start ends the round, and
   * the others go on serving. Asked again meanwhile, it does another round.
   */
  replace(): void;
};

/** Runs `count` workers. @throws UsageError when the first of them cannot start, with the reason */
export async function runWorkers(count: number, options: ServerCommandOptions): Promise<RunningWorkers> {
  // The workers accept connections themselves. If this process distributed them, a connection sent to a worker that dies
  // would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const closing = new AbortController();
  const { signal } = closing;
  const metrics = metricsSum();
  const lastUse = lastUseSum();
  const slots: Slot[] = [];
  /** Those that end in their own time. */
  const retiring = new Set<Promise<string>>();
  let failure: string | null = null;
  /** How many serve, those that retire not counted. */
  const countServing = () => slots.filter(({ running }) => running !== null && !running.worker.isDead()).length;

  async function start(): Promise<RunningWorker> {
    try {
      const started = await startWorker();
      metrics.include(started.worker);
      lastUse.include(started.worker);
      return started;
    } catch (error) {
      failure = reasonOf(error).replace('a worker could not start: ', '');
      throw error;
    }
  }

  function fill(slot: Slot, started: RunningWorker): void {
    if (slot.running !== null) retire(slot.running);
    slot.running = started;
    if (countServing() === count) failure = null;
  }

  function retire(running: RunningWorker): void {
    const ended = retireWorker(running);
    retiring.add(ended);
    ended.then(() => retiring.delete(ended));
  }

  /** Fills the slot again whenever its worker dies, for as long as this process serves. */
  async function keepFilled(slot: Slot): Promise<void> {
    let endedSoon = 0;
    while (!signal.aborted) {
      const { running } = slot;
      if (running !== null) {
        const began = performance.now();
        const reason = await running.ended;
        if (signal.aborted) return;
        if (slot.running !== running) continue; // it was replaced
        slot.running = null;
        if (performance.now() - began > steady) endedSoon = 0;
        console.error(`A worker has ended (${reason}); starting another.`);
      }
      endedSoon++;
      await sleep(backOff(endedSoon, pauses), undefined, { signal }).catch(() => {});
      if (signal.aborted || slot.running !== null) continue;
      await start().then(
        (started) => fill(slot, started),
        (error: unknown) => console.error(`error: ${reasonOf(error)}; retrying`),
      );
    }
  }

  async function replaceOnce(): Promise<void> {
    console.log('Replacing the workers.');
    for (const slot of slots) {
      // A slot without a worker is being filled by a new one already.
      if (signal.aborted || slot.running === null) continue;
      // At most twice as many processes as workers.
      while (retiring.size >= count) await Promise.race(retiring);
      if (signal.aborted) return;
      try {
        fill(slot, await start());
      } catch (error) {
        if (!signal.aborted) console.error(`error: ${reasonOf(error)}; the earlier workers go on serving`);
        return;
      }
    }
    console.log(`Replaced the workers; ${countServing()} serve.`);
  }

  let rounds = 0;
  async function replaceAsAsked(): Promise<void> {
    for (; rounds > 0 && !signal.aborted; rounds--) await replaceOnce();
  }

  const close = async () => {
    closing.abort();
    await Promise.all(listWorkers().map(endWorker));
  };
  try {
    for (const running of await Promise.all(Array.from({ length: count }, start))) slots.push({ running });
    const admin = await serveAdmin({
      metrics: metrics.read,
      lastUse: lastUse.read,
      limits: silenceLimits(options),
      workers: () => ({ expected: count, serving: countServing(), failure }),
    });
    const kept = slots.map(keepFilled);
    return {
      url: slots[0]?.running?.url ?? '',
      adminUrl: admin.url,
      replace() {
        rounds = Math.min(rounds + 1, 2); // the current one, and one that begins after this
        if (rounds === 1) void replaceAsAsked();
      },
      async close() {
        admin.drain();
        await close();
        await Promise.all(kept);
        await admin.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const listWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
