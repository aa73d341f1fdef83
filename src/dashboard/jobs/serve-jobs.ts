// The side of the thread: it carries out one job after the other, and answers each with its result or its refusal. Errors lose
// their class between threads, so they are explained here.

import type { MessagePort } from 'node:worker_threads';
import { reasonOf } from '../../errors.ts';
import type { Operator } from '../../operate/operator.ts';
import { explainError } from '../explain-error.ts';
import type { Refusal } from '../problem.ts';
import { type Job, type JobResult, runJob } from './job.ts';

/** What the thread is told: the next job, or that it is to end once that is done. */
export type ToThread = { number: number; job: Job } | { end: true };

/** What it tells: that it is ready, and of each job the result, or why it has none; `reason` is for the log. */
export type FromThread =
  | { ready: true }
  | { number: number; result: JobResult }
  | { number: number; refusal: Refusal; reason: string };

/** @returns when it is told to end */
export async function serveJobs(port: MessagePort, tools: Omit<Operator, 'actor'>): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message);
  let last = Promise.resolve();
  const ended = new Promise<void>((end) => {
    port.on('message', (message: ToThread) => {
      if ('end' in message) {
        void last.then(() => end());
        return;
      }
      const { number, job } = message;
      last = last.then(async () => {
        try {
          tell({ number, result: await runJob(tools, job) });
        } catch (error) {
          const reason = error instanceof Error ? (error.stack ?? error.message) : reasonOf(error);
          tell({ number, refusal: explainError(error), reason });
        }
      });
    });
  });
  tell({ ready: true });
  await ended;
  port.close();
}
