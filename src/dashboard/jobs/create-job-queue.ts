// Gives jobs to a thread, one at a time; organisations take turns. The queue is bounded, and each admin and organisation has a share
// of it: beyond it a caller is told to come again. A job whose caller has left before its turn is not carried out. One that is not
// done in time ends with its thread, and the next job gets a new one. What it had not committed is undone.

import type { Worker } from 'node:worker_threads';
import { createSlots, type SlotLimits, type Taker } from '../create-slots.ts';
import type { Refusal } from '../problem.ts';
import { refuse } from '../refuse.ts';
import type { Job, JobResult } from './job.ts';
import type { FromThread, ToThread } from './serve-jobs.ts';

export type JobQueue = {
  /**
   * Carries out a job when it is its organisation's turn.
   * @param gone aborts when nobody waits for it any more
   * @throws a refusal, before anything is begun when there is no place for it
   */
  run<Kind extends Job['kind']>(
    job: Job & { kind: Kind },
    taker: Taker,
    gone?: AbortSignal,
  ): Promise<JobResult & { kind: Kind }>;
  /** How many wait or run. */
  held(): number;
  /** Starts the thread before its first job, which then need not wait for it. */
  warmUp(): void;
  /** Carries out what was accepted, and ends the thread. */
  close(): Promise<void>;
};

export type JobLimits = {
  /** Jobs that wait or run. */
  jobs: SlotLimits;
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
  const slots = createSlots(limits.jobs);
  /** By organisation: whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>();
  let thread: Worker | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let number = 0;

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

  function takeTurn(): Waiting | undefined {
    for (const [organisation, [next, ...rest]] of waiting) {
      waiting.delete(organisation);
      if (rest.length > 0) waiting.set(organisation, rest);
      return next;
    }
    return undefined;
  }

  async function runAll(): Promise<void> {
    for (let next = takeTurn(); next !== undefined; next = takeTurn()) await runNext(next);
    running = null;
  }

  async function waitFor<Kind extends Job['kind']>(
    job: Job & { kind: Kind },
    organisation: string,
    gone?: AbortSignal,
  ) {
    let leave = () => {};
    try {
      return await new Promise<JobResult & { kind: Kind }>((done, failed) => {
        // A job's result is of its kind.
        const own = {
          job,
          settle: { done: (result: JobResult) => done(result as JobResult & { kind: Kind }), failed },
        };
        waiting.set(organisation, [...(waiting.get(organisation) ?? []), own]);
        leave = () => giveUp(organisation, own);
        gone?.addEventListener('abort', leave);
        running ??= runAll();
      });
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }

  /** Takes a job out that has not begun. */
  function giveUp(organisation: string, own: Waiting): void {
    const others = waiting.get(organisation)?.filter((each) => each !== own);
    if (others === undefined || others.length === waiting.get(organisation)?.length) return;
    if (others.length > 0) waiting.set(organisation, others);
    else waiting.delete(organisation);
    own.settle.failed(refuse({ problem: 'unavailable', detail: 'Nobody waits for it any more.' }));
  }

  return {
    run<Kind extends Job['kind']>(job: Job & { kind: Kind }, taker: Taker, gone?: AbortSignal) {
      const giveBack = isClosed || gone?.aborted ? null : slots.take(taker);
      if (giveBack === null)
        throw refuse({ problem: 'unavailable', detail: 'Too much is waiting; come again.', retryAfter });
      return waitFor<Kind>(job, taker.organisationId ?? '', gone).finally(giveBack);
    },
    held: slots.held,
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
