// Runs several server processes on one port (node:cluster), for machines with several cores. They share only the published
// output. This process replaces workers that die, and serves the admin port with the sums of the workers' metrics.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { UsageError } from '../../src/errors.ts';
import { type RunningServer, serveAdmin, serveRequests } from './run-server.ts';
import { publisherLimits, type ServerOptions } from './server-options.ts';

/** A message of a worker: where it listens, why it failed, or its metrics. */
type FromWorker = { listening: string } | { failed: string } | { counted: object };
const askToCount = 'count';

/** Milliseconds for a worker to send its metrics. */
const answerTimeout = 2_000;

/**
 * Milliseconds before a dead worker is replaced. The pause doubles each time a worker ends before it has served for `steady`,
 * up to the longest. It never gives up, since the cause may be repaired at any time.
 */
const [shortestPause, longestPause, steady] = [500, 15_000, 10_000];

/** Runs `count` workers. @throws UsageError when the first of them cannot start, with the reason */
export async function runWorkers(count: number, options: ServerOptions): Promise<RunningServer> {
  // The workers accept connections themselves. If this process distributed them, a connection sent to a worker that dies
  // would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const closing = new AbortController();
  const { signal } = closing;
  const serving = new Set<Worker>();
  let failure: string | null = null;

  /** @returns where the worker listens. @throws UsageError when it ends before it does */
  async function start(): Promise<{ url: string; ended: Promise<string> }> {
    const worker = cluster.fork();
    const ended = endOf(worker);
    ended.then(() => serving.delete(worker));
    const said: Partial<Record<'listening' | 'failed', string>> = Object(await firstWord(worker, ended));
    if (said.listening === undefined) {
      failure = said.failed ?? `it ended (${await ended})`;
      throw new UsageError(`a worker could not start: ${failure}`);
    }
    serving.add(worker);
    if (serving.size === count) failure = null;
    return { url: said.listening, ended };
  }

  /** Replaces the worker for as long as this process serves, even if the next ones fail to start. */
  async function keepRunning(worker: Awaited<ReturnType<typeof start>>): Promise<void> {
    let running: typeof worker | null = worker;
    for (let pause = shortestPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      if (running !== null) {
        const began = performance.now();
        const how = await running.ended;
        if (signal.aborted) return;
        if (performance.now() - began > steady) pause = shortestPause;
        console.error(`A worker has ended (${how}); starting another.`);
      }
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      running = await start().catch((error: unknown) => {
        console.error(`error: ${error instanceof Error ? error.message : String(error)}; retrying`);
        return null;
      });
    }
  }

  const close = async () => {
    closing.abort();
    await Promise.all(listWorkers().map(endWorker));
  };
  try {
    const workers = await Promise.all(Array.from({ length: count }, start));
    const operators = await serveAdmin({
      metrics: () => addUp(serving),
      limits: publisherLimits(options),
      workers: () => ({ expected: count, serving: serving.size, failure }),
    });
    const kept = workers.map(keepRunning);
    return {
      url: workers[0]?.url ?? '',
      adminUrl: operators.url,
      async close() {
        operators.drain();
        await close();
        await Promise.all(kept);
        await operators.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in a worker process until it is told to stop. It also stops when the first process is gone. */
export async function workUntilEnded(options: ServerOptions): Promise<void> {
  const say = (words: FromWorker) => process.send?.(words);
  // A terminal signals every process; a worker waits for the first process to stop it.
  process.on('SIGINT', () => {});
  const ended = once(process, 'SIGTERM');
  try {
    const { url, registry, close } = await serveRequests(options);
    process.on('message', async (words) => {
      if (words === askToCount) say({ counted: await registry.getMetricsAsJSON() });
    });
    say({ listening: url });
    await ended;
    await close();
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    cluster.worker?.disconnect(); // it would keep the process alive
  }
}

const listWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);

/** The worker's exit signal or code. */
const endOf = (worker: Worker): Promise<string> =>
  new Promise((ended) => {
    worker.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    // A worker that never started has no exit event. Other errors do not end a worker.
    worker.on('error', (error) => worker.process.pid === undefined && ended(error.message));
  });

/** The worker's first message; null when it exits without one. */
async function firstWord(worker: Worker, ended: Promise<string>): Promise<unknown> {
  const [word]: unknown[] = await Promise.race([once(worker, 'message'), ended.then(() => [null])]);
  return word;
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

/** The sums of the workers' metrics, without workers that do not answer in time. */
async function addUp(workers: Iterable<Worker>): Promise<Registry> {
  const counted = await Promise.all(Array.from(workers, askForCounts));
  return AggregatorRegistry.aggregate(counted.filter((counts) => counts !== null));
}

async function askForCounts(worker: Worker): Promise<object | null> {
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(answerTimeout) });
  worker.send(askToCount);
  try {
    const [words]: { counted?: object }[] = await answered;
    return words?.counted ?? null;
  } catch {
    return null;
  }
}
