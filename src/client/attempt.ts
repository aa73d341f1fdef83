// Sends one HTTP request with a timeout, and retries transient failures: 5xx, 408, 429 and no response. Reads are safe to
// retry.

import { NoAnswerError, TimeoutError, TimetableError } from './errors.ts';

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

export type RawAnswer = {
  status: number;
  etag: string | null;
  retryAfter: string | null;
  requestId: string | null;
  text: string;
};

export type AttemptOptions = {
  fetch: Fetch;
  /** Milliseconds for one attempt, body included. */
  timeout: number;
  /** Attempts after the first. */
  retries: number;
  /** Milliseconds to wait before attempt 1, 2, ... after the first; the default doubles from 250 with jitter. */
  backoff: (attempt: number) => number;
  signal: AbortSignal | undefined;
};

/** Full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), never above 10 seconds. */
export const defaultBackoff = (attempt: number): number => Math.random() * Math.min(10_000, 250 * 2 ** attempt);

/**
 * The first response that is not worth a retry, or the last one.
 * @throws NoAnswerError, TimeoutError, or the reason of the caller's abort
 */
export async function attemptUntilAnswered(
  url: string,
  headers: Record<string, string>,
  options: AttemptOptions,
): Promise<RawAnswer> {
  for (let attempt = 1; ; attempt++) {
    const last = attempt > options.retries;
    try {
      const answer = await attemptOnce(url, headers, options);
      if (last || !isTransient(answer.status)) return answer;
      await wait(waitingTime(answer.retryAfter, options.backoff(attempt)), options.signal);
    } catch (error) {
      if (last || !(error instanceof TimetableError)) throw error;
      await wait(options.backoff(attempt), options.signal);
    }
  }
}

const isTransient = (status: number) => status >= 500 || status === 408 || status === 429;

async function attemptOnce(
  url: string,
  headers: Record<string, string>,
  { fetch, timeout, signal }: AttemptOptions,
): Promise<RawAnswer> {
  signal?.throwIfAborted();
  // AbortSignal.any would do, but leaks listeners on a long-lived signal in some runtimes and is missing in others.
  const stop = new AbortController();
  const follow = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, timeout);
  try {
    const response = await fetch(url, { headers, signal: stop.signal });
    const header = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      etag: header('ETag'),
      retryAfter: header('Retry-After'),
      requestId: header('X-Request-Id'),
      text: await response.text(),
    };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (timedOut) throw new TimeoutError(`No complete answer within ${timeout} ms`, { cause });
    throw new NoAnswerError('No answer from the server', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}

/** The server's Retry-After in seconds (RFC 9110, 10.2.3), at most 30; otherwise the given backoff. */
function waitingTime(retryAfter: string | null, otherwise: number): number {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return seconds >= 0 ? Math.min(seconds, 30) * 1000 : otherwise;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, aborted) => {
    const stop = () => {
      clearTimeout(timer);
      aborted(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
