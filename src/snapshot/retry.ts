// One request to a bucket, tried again until it is answered or its time is over. Each request has attempts and a deadline
// of its own: a quota that all requests share is used up exactly when all of them need it.

/** How often a request is tried, and for how many milliseconds: each attempt, and all of them with the pauses between. */
export type RetryLimits = { attempts: number; each: number; deadline: number };

/** An attempt was not at its end in time. */
export class AttemptTimeoutError extends Error {
  override readonly name = 'AttemptTimeoutError';
}

/**
 * @param attempt the whole of an attempt, its answer's body included; the signal ends it
 * @param mayPass whether a failure is worth another attempt
 * @throws what the last attempt failed with
 */
export async function retry<Result>(
  { attempts, each, deadline }: RetryLimits,
  attempt: (signal: AbortSignal) => Promise<Result>,
  mayPass: (error: unknown) => boolean,
): Promise<Result> {
  const end = performance.now() + deadline;
  for (let made = 1; ; made++) {
    try {
      return await inTime(Math.min(each, end - performance.now()), attempt);
    } catch (error) {
      const pause = pauseAfter(made);
      if (made >= attempts || !mayPass(error) || performance.now() + pause >= end) throw error;
      await new Promise((go) => setTimeout(go, pause));
    }
  }
}

/** Whether the same request may be answered otherwise in a moment: the server is busy, throttles or has failed. */
export const isPassingStatus = (status: number): boolean =>
  (status >= 500 && status !== 501) || status === 429 || status === 408;

/** Doubles from 50 to 1,000 milliseconds; half of it is drawn, so that requests that failed together come apart. */
const pauseAfter = (made: number): number => Math.min(1_000, 25 * 2 ** made) * (0.5 + Math.random() / 2);

async function inTime<Result>(limit: number, attempt: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new AttemptTimeoutError(`no whole answer within ${Math.round(limit)} ms`);
      reject(error); // first, so that this is the reason that is given
      stop.abort(error);
    }, limit);
  });
  try {
    return await Promise.race([attempt(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
