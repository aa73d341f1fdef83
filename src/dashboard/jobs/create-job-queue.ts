// Gives jobs to a process, one at a time; organisations take turns. The queue is bounded, and each admin and organisation has a share
// of it: beyond it a caller is told to come again. A job whose caller has left before its turn is not carried out. One that is not
// done in time, or needs more memory than its process has, ends with it, and the next job gets a new one. What it had not
// committed is undone.

import type { ChildProcess } from 'node:child_process';
import type { CallRefusal } from '../answers/problem.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import { createSlots, type SlotLimits, type Taker } from '../limits/create-slots.ts';
import type { Job, JobResult } from './job.ts';
import type { FromProcess, ToProcess } from './serve-jobs.ts';

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
  /** Starts the process before its first job, which then need not wait for it. */
  warmUp(): void;
  /** Carries out what was accepted, and ends the process. */
  close(): Promise<void>;
};

export type JobLimits = {
  /** Jobs that wait or run. */
  jobs: SlotLimits;
  /** Milliseconds that a job may take, a new process included. */
  deadline: number;
};

type Waiting = { job: Job; settle: { done(result: JobResult): void; failed(error: Error): void } };

/** Seconds after which a caller may come again. */
const retryAfter = 5;

/**
 * @param start starts the process, which runs `serveJobs`
 * @param onFailure told what failed in the process, for the log
 */
export function createJobQueue(
  start: () => ChildProcess,
  limits: JobLimits,
  onFailure: (what: string, reason: string) => void,
): JobQueue {
  const slots = createSlots(limits.jobs);
  /** By organisation: whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>();
  let child: ChildProcess | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let number = 0;

  function openChild(): ChildProcess {
    if (child !== null) return child;
    const opened = start();
    // One that cannot be started never exits, and of one whose channel broke the exit says the rest.
    opened.on('error', (error) => {
      onFailure('process', error.message);
      if (opened.pid === undefined) opened.emit('exit', null, null);
    });
    opened.once('exit', () => {
      if (child === opened) child = null;
    });
    child = opened;
    return opened;
  }

  /** One job, to its result, its refusal, its deadline or the end of the process. */
  function runNext({ job, settle }: Waiting): Promise<void> {
    const own = ++number;
    const worker = openChild();
    let isLate = false;
    return new Promise((ended) => {
      const end = (act: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage);
        worker.off('exit', onExit);
        act();
        ended();
      };
      const fail = (refusal: CallRefusal, reason: string) => {
        onFailure(job.kind, reason);
        end(() => settle.failed(refuseCall(refusal)));
      };
      const onMessage = (message: FromProcess) => {
        if (isLate || 'ready' in message || message.number !== own) return;
        if ('result' in message) end(() => settle.done(message.result));
        else if (message.refusal.problem === 'internal' || message.refusal.problem === 'unavailable')
          fail(message.refusal, message.reason);
        else end(() => settle.failed(refuseCall(message.refusal)));
      };
      const onExit = (code: number | null, by: string | null) => {
        const detail = isLate
          ? `It took more than ${limits.deadline / 1000} s and was given up.`
          : 'It was given up, and nothing was stored: it needed too much.';
        fail({ problem: 'unavailable', detail }, isLate ? 'deadline' : `its process ended: ${by ?? `code ${code}`}`);
      };
      const timer = setTimeout(() => {
        isLate = true;
        if (child === worker) child = null;
        worker.kill('SIGKILL');
      }, limits.deadline);
      worker.on('message', onMessage);
      worker.on('exit', onExit);
      worker.send({ number: own, job } satisfies ToProcess, () => {});
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
    own.settle.failed(refuseCall({ problem: 'unavailable', detail: 'Nobody waits for it any more.' }));
  }

  return {
    run<Kind extends Job['kind']>(job: Job & { kind: Kind }, taker: Taker, gone?: AbortSignal) {
      const giveBack = isClosed || gone?.aborted ? null : slots.take(taker);
      if (giveBack === null)
        throw refuseCall({ problem: 'unavailable', detail: 'Too much is waiting; come again.', retryAfter });
      return waitFor<Kind>(job, taker.organisationId ?? '', gone).finally(giveBack);
    },
    held: slots.held,
    warmUp() {
      if (!isClosed) openChild();
    },
    async close() {
      isClosed = true;
      await running;
      const last = child;
      if (last === null) return;
      const exited = new Promise((end) => last.once('exit', end));
      last.send({ end: true } satisfies ToProcess, () => {});
      const forced = setTimeout(() => last.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(forced);
    },
  };
}
