// Gives jobs to a thread, one at a time. The queue is bounded, in jobs and in bytes: beyond it a caller is told to come again. A
// job that is not done in time ends with its thread, and the next job gets a new one. What it had not committed is undone.

import type { Worker } from 'node:worker_threads';
import type { Refusal } from '../problem.ts';
import { refuse } from '../refuse.ts';
import type { Job, JobResult } from './job.ts';
import type { FromThread, ToThread } from './serve-jobs.ts';

export type JobQueue = {
  /**
   * Carries out a job after those before it.
   * @throws a refusal
   */
  run<Kind extends Job['kind']>(job: Job & { kind: Kind }): Promise<JobResult & { kind: Kind }>;
  /** A place for a job whose body is yet to come; its bytes count until it is given back. Null when all are taken. */
  reserve(bytes: number): (() => void) | null;
  /** Starts the thread before its first job, which then need not wait for it. */
  warmUp(): void;
  /** Carries out what was accepted, and ends the thread. */
  close(): Promise<void>;
};

export type JobLimits = {
  /** Jobs that wait or run. */
  jobs: number;
  /** Bytes of the bodies that are read or wait. */
  bytes: number;
  /** Milliseconds that a job may take, a new thread included. */
  deadline: number;
};

type Waiting = { job: Job; settle: { done(result: JobResult): void; failed(error: Error): void } };

/** Seconds after which a caller may come again. */
const retryAfter = 5;

/**
 * @param start starts the thread, which runs `serveJobs`
 * @param onFailure told what failed in the thread, for the log
 */
export function createJobQueue(
  start: () => Worker,
  limits: JobLimits,
  onFailure: (what: string, reason: string) => void,
): JobQueue {
  const waiting: Waiting[] = [];
  let thread: Worker | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let number = 0;
  let reserved = { jobs: 0, bytes: 0 };

  function openThread(): Worker {
    if (thread !== null) return thread;
    const opened = start();
    opened.on('error', (error) => onFailure('thread', error.stack ?? error.message));
    opened.once('exit', () => {
      if (thread === opened) thread = null;
    });
    thread = opened;
    return opened;
  }

  /** One job, to its result, its refusal, its deadline or the end of the thread. */
  function runNext({ job, settle }: Waiting): Promise<void> {
    const own = ++number;
    const worker = openThread();
    return new Promise((ended) => {
      const end = (act: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage);
        worker.off('exit', onExit);
        act();
        ended();
      };
      const fail = (refusal: Refusal, reason: string) => {
        onFailure(job.kind, reason);
        end(() => settle.failed(refuse(refusal)));
      };
      const onMessage = (message: FromThread) => {
        if ('ready' in message || message.number !== own) return;
        if ('result' in message) end(() => settle.done(message.result));
        else if (message.refusal.problem === 'internal' || message.refusal.problem === 'unavailable')
          fail(message.refusal, message.reason);
        else end(() => settle.failed(refuse(message.refusal)));
      };
      const onExit = () =>
        fail(
          { problem: 'unavailable', detail: 'It was given up, and nothing was stored: it needed too much.' },
          'exit',
        );
      const timer = setTimeout(() => {
        thread = null;
        worker.off('exit', onExit);
        void worker.terminate().then(() => {
          const detail = `It took more than ${limits.deadline / 1000} s and was given up.`;
          fail({ problem: 'unavailable', detail }, 'deadline');
        });
      }, limits.deadline);
      worker.on('message', onMessage);
      worker.on('exit', onExit);
      worker.postMessage({ number: own, job } satisfies ToThread);
    });
  }

  async function runAll(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runNext(next);
    running = null;
  }

  return {
    run<Kind extends Job['kind']>(job: Job & { kind: Kind }) {
      return new Promise<JobResult & { kind: Kind }>((done, failed) => {
        if (isClosed || waiting.length + Number(running !== null) >= limits.jobs) {
          failed(refuse({ problem: 'unavailable', detail: 'Too much is waiting; come again.', retryAfter }));
          return;
        }
        // A job's result is of its kind.
        waiting.push({ job, settle: { done: (result) => done(result as JobResult & { kind: Kind }), failed } });
        running ??= runAll();
      });
    },
    reserve(bytes) {
      if (isClosed || reserved.jobs >= limits.jobs || (reserved.jobs > 0 && reserved.bytes + bytes > limits.bytes))
        return null;
      reserved = { jobs: reserved.jobs + 1, bytes: reserved.bytes + bytes };
      let isHeld = true;
      return () => {
        if (isHeld) reserved = { jobs: reserved.jobs - 1, bytes: reserved.bytes - bytes };
        isHeld = false;
      };
    },
    warmUp() {
      if (!isClosed) openThread();
    },
    async close() {
      isClosed = true;
      await running;
      const last = thread;
      if (last === null) return;
      const exited = new Promise((end) => last.once('exit', end));
      last.postMessage({ end: true } satisfies ToThread);
      const forced = setTimeout(() => void last.terminate(), 5_000);
      await exited;
      clearTimeout(forced);
    },
  };
}
