// Several server processes on one port (node:cluster), for machines with several cores. They share nothing but the
// published form. This process replaces a worker that has died, and has the operator's port, on which it adds up what the
// workers count.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { RunningServer } from './run-server.ts';
import { serveOperators } from './serve-operators.ts';
import { type ServerOptions, serveRequests } from './serve-requests.ts';
import { UsageError } from './usage-error.ts';

/** What a worker says: that it listens, or what it has counted. */
type FromWorker = { listening: string } | { counted: object };
const askToCount = 'count';

/** Milliseconds for a worker to say what it has counted, and before one that has died is replaced. */
const [patience, pause] = [2_000, 500];

/** Runs so many workers. @throws UsageError when they cannot begin, for the reason that they have printed */
export async function runWorkers(count: number, { publisherTimeout }: ServerOptions): Promise<RunningServer> {
  // The workers accept connections themselves. If this process handed them out, those on their way to a worker that dies
  // would stay open and be answered by nobody.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let closing = false;
  const start = async (): Promise<string> => {
    const worker = cluster.fork();
    const url = await firstWord(worker);
    worker.once('exit', async (code, signal) => {
      if (closing) return;
      console.error(`A worker has ended (${signal ?? `code ${code}`}); another takes its place.`);
      await sleep(pause);
      if (!closing) await start().catch((error: unknown) => console.error(String(error)));
    });
    return url;
  };
  const close = async () => {
    closing = true;
    await Promise.all(listWorkers().map(endWorker));
  };
  try {
    const [url = ''] = await Promise.all(Array.from({ length: count }, start));
    const operators = await serveOperators(addUp, publisherTimeout);
    return {
      url,
      adminUrl: operators.url,
      async close() {
        operators.drain();
        await close();
        await operators.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a worker does, in its own process, until it is told to end. It ends by itself when the first process has gone. */
export async function workUntilEnded(options: ServerOptions): Promise<void> {
  try {
    const { url, registry, close } = await serveRequests(options);
    const say = (words: FromWorker) => process.send?.(words);
    process.on('message', async (words) => {
      if (words === askToCount) say({ counted: await registry.getMetricsAsJSON() });
    });
    say({ listening: url });
    // A terminal sends its signal to every process; this one waits for the word of the first.
    process.on('SIGINT', () => {});
    await once(process, 'SIGTERM');
    await close();
  } finally {
    cluster.worker?.disconnect(); // it would keep the process alive
  }
}

const listWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);

/** Where it listens. */
async function firstWord(worker: Worker): Promise<string> {
  const words = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
  const said: Partial<Record<'listening', string>> = Object(words[0]);
  if (said.listening === undefined) throw new UsageError('a worker could not begin; its reason is above');
  return said.listening;
}

async function endWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

/** The counts of all workers together; one that does not answer in time is left out. */
async function addUp(): Promise<Registry> {
  const counted = await Promise.all(listWorkers().map(askForCounts));
  return AggregatorRegistry.aggregate(counted.filter((counts) => counts !== null));
}

async function askForCounts(worker: Worker): Promise<object | null> {
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(patience) });
  worker.send(askToCount);
  try {
    const [words]: { counted?: object }[] = await answered;
    return words?.counted ?? null;
  } catch {
    return null;
  }
}
