// Runs several server processes on one port (node:cluster), for machines with several cores. They share only the published
// output. The primary process replaces workers that die, and serves the admin port with the sums of the workers' metrics.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { reasonOf, UsageError } from '../../src/errors.ts';
import { type RunningServer, serveAdmin, serveRequests } from './run-server.ts';
import { publisherLimits, type ServerCommandOptions } from './server-options.ts';

/** A worker's message: its URL once it listens, why it failed, or its metrics. */
type WorkerMessage = { listening: string } | { failed: string } | { metrics: object };
/** The primary's message that asks for metrics. */
const metricsRequest = 'metrics';

/** Milliseconds for a worker to send its metrics. */
const answerTimeout = 2_000;

/**
 * Milliseconds before a dead worker is replaced. The pause doubles each time a worker ends before it has served for `steady`,
 * up to the longest. It never gives up, since the cause may be repaired at any time.
 */
const [shortestPause, longestPause, steady] = [500, 15_000, 10_000];

/** Runs `count` workers. @throws UsageError when the first of them cannot start, with the reason */
export async function runWorkers(count: number, options: ServerCommandOptions): Promise<RunningServer> {
  // The workers accept connections themselves. If this process distributed them, a connection sent to a worker that dies
  // would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const closing = new AbortController();
  const { signal } = closing;
  const serving = new Set<Worker>();
  let failure: string | null = null;

  /** @returns its URL once it listens. @throws UsageError when it exits before that */
  async function start(): Promise<{ url: string; ended: Promise<string> }> {
    const worker = cluster.fork();
    const ended = endOf(worker);
    ended.then(() => serving.delete(worker));
    const message: Partial<Record<'listening' | 'failed', string>> = Object(await firstMessage(worker, ended));
    if (message.listening === undefined) {
      failure = message.failed ?? `it ended (${await ended})`;
      throw new UsageError(`a worker could not start: ${failure}`);
    }
    serving.add(worker);
    if (serving.size === count) failure = null;
    return { url: message.listening, ended };
  }

  /** Replaces the worker for as long as this process serves, even if the next ones fail to start. */
  async function keepRunning(worker: Awaited<ReturnType<typeof start>>): Promise<void> {
    let running: typeof worker | null = worker;
    for (let pause = shortestPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      if (running !== null) {
        const began = performance.now();
        const reason = await running.ended;
        if (signal.aborted) return;
        if (performance.now() - began > steady) pause = shortestPause;
        console.error(`A worker has ended (${reason}); starting another.`);
      }
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      running = await start().catch((error: unknown) => {
        console.error(`error: ${reasonOf(error)}; retrying`);
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
    const admin = await serveAdmin({
      metrics: () => sumMetrics(serving),
      limits: publisherLimits(options),
      workers: () => ({ expected: count, serving: serving.size, failure }),
    });
    const kept = workers.map(keepRunning);
    return {
      url: workers[0]?.url ?? '',
      adminUrl: admin.url,
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

/** Serves in a worker process until SIGTERM. node:cluster also ends a worker when the primary process is gone. */
export async function serveAsWorker(options: ServerCommandOptions): Promise<void> {
  const send = (message: WorkerMessage) => process.send?.(message);
  // Ctrl-C signals every process; a worker waits for the SIGTERM of the primary.
  process.on('SIGINT', () => {});
  const ended = once(process, 'SIGTERM');
  try {
    const { url, registry, close } = await serveRequests(options);
    process.on('message', async (message) => {
      if (message === metricsRequest) send({ metrics: await registry.getMetricsAsJSON() });
    });
    send({ listening: url });
    await ended;
    await close();
  } catch (error) {
    send({ failed: reasonOf(error) });
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
async function firstMessage(worker: Worker, ended: Promise<string>): Promise<unknown> {
  const [message]: unknown[] = await Promise.race([once(worker, 'message'), ended.then(() => [null])]);
  return message;
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

/** The sums of the workers' metrics, without workers that do not answer in time. */
async function sumMetrics(workers: Iterable<Worker>): Promise<Registry> {
  const all = await Promise.all(Array.from(workers, fetchMetrics));
  return AggregatorRegistry.aggregate(all.filter((metrics) => metrics !== null));
}

async function fetchMetrics(worker: Worker): Promise<object | null> {
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(answerTimeout) });
  worker.send(metricsRequest);
  try {
    const [message]: { metrics?: object }[] = await answered;
    return message?.metrics ?? null;
  } catch {
    return null;
  }
}
