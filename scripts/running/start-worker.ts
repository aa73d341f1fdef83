// Starts one worker process and waits until it serves. Each is a new process, which reads the code, the certificate and the
// store anew.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { UsageError } from '../../src/errors.ts';
import { retirement } from './worker-messages.ts';

export type RunningWorker = {
  worker: Worker;
  url: string;
  /** The exit signal or code, once it has ended. */
  ended: Promise<string>;
};

/** Milliseconds for a worker to start: far more than a busy machine needs. */
const startTimeout = 60_000;

/** @throws UsageError when it ends, or takes too long, before it serves */
export async function startWorker(): Promise<RunningWorker> {
  const worker = cluster.fork();
  const ended = endOf(worker);
  const late = setTimeout(() => worker.process.kill('SIGKILL'), startTimeout);
  const message: Partial<Record<'listening' | 'failed', string>> = Object(await firstMessage(worker, ended));
  clearTimeout(late);
  if (message.listening !== undefined) return { worker, url: message.listening, ended };
  throw new UsageError(`a worker could not start: ${message.failed ?? `it ended (${await ended})`}`);
}

/** Lets the worker end in its own time. @returns when it has ended */
export function retireWorker({ worker, ended }: RunningWorker): Promise<string> {
  if (worker.isConnected()) worker.send(retirement);
  return ended;
}

/** Ends a worker, and waits for it. */
export async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

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
