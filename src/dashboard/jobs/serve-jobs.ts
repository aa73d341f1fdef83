// The side of the process: it carries out one job after the other, and answers each with its result or its refusal. Errors lose
// their class between processes, so they are explained here.

import type { Operator } from '../../control/operator.ts';
import { reasonOf } from '../../errors.ts';
import { explainCallError } from '../answers/explain-call-error.ts';
import type { CallRefusal } from '../answers/problem.ts';
import { type Job, type JobResult, runJob } from './job.ts';

/** What the process is told: the next job, or that it is to end once that is done. */
export type ToProcess = { number: number; job: Job } | { end: true };

/** What it tells: that it is ready, and of each job the result, or why it has none; `reason` is for the log. */
export type FromProcess =
  | { ready: true }
  | { number: number; result: JobResult }
  | { number: number; refusal: CallRefusal; reason: string };

/** @returns when it is told to end */
export async function serveJobs(
  channel: Pick<NodeJS.Process, 'on' | 'send'>,
  tools: Omit<Operator, 'actor'>,
): Promise<void> {
  const tell = (message: FromProcess) => channel.send?.(message, undefined, undefined, () => {});
  let last = Promise.resolve();
  const ended = new Promise<void>((end) => {
    channel.on('message', (message: ToProcess) => {
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
          tell({ number, refusal: explainCallError(error), reason });
        }
      });
    });
  });
  tell({ ready: true });
  await ended;
}
