// Retries one request to a bucket until it succeeds or its deadline passes. Each request has its own attempts and deadline:
// a quota shared by all requests would run out exactly when all of them need it.

import { backOff } from '../../back-off.ts';

/** The number of attempts, and the milliseconds for each attempt and for all of them, pauses included. */
export type RetryLimits = { attempts: number; each: number; deadline: number };

/** Milliseconds between attempts. */
const pauses = { first: 50, longest: 1_000 };

/** An attempt took too long. */
class AttemptTimeoutError extends Error {
  override readonly name = 'AttemptTimeoutError';
}

/**
 * @param attempt makes one attempt and reads the whole body; the signal aborts it
 * @param isRetryable whether a failure is worth a retry
 * @throws the error of the last attempt
 */
export async function retry<Result>(
  { attempts, each, deadline }: RetryLimits,
  attempt: (signal: AbortSignal) => Promise<Result>,
  isRetryable: (error: unknown) => boolean,
): Promise<Result> {
  const end = performance.now() + deadline;
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await withTimeout(Math.min(each, end - performance.now()), attempt);
    } catch (error) {
      const pause = backOff(attemptNumber, pauses);
      if (attemptNumber >= attempts || !isRetryable(error) || performance.now() + pause >= end) throw error;
      await new Promise((go) => setTimeout(go, pause));
      if (performance.now() >= end) throw error; // a busy process resumes late, when no time is left for an attempt
    }
  }
}

/** Whether the same request may succeed soon: the server is busy, throttling or failing. */
export const isTransientStatus = (status: number): boolean =>
  (status >= 500 && status !== 501) || status === 429 || status === 408;

async function withTimeout<Result>(limit: number, attempt: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new AttemptTimeoutError(`no complete response within ${Math.round(limit)} ms`);
      reject(error); // before aborting, so that this error wins
      controller.abort(error);
    }, limit);
  });
  try {
    return await Promise.race([attempt(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
