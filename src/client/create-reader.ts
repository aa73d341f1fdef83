// Reads answers of the API: sends the key, revalidates what is in the cache, and turns refusals into errors. Runs wherever
// there is `fetch`: browsers, Node, Deno, Bun, CDN workers.

import { type AttemptOptions, attemptUntilAnswered, defaultBackoff, type Fetch } from './attempt.ts';
import { RefusedError } from './errors.ts';
import { readData, readRefusal } from './read-answer.ts';
import { memoryCache, type ResponseCache } from './response-cache.ts';

export type ClientOptions = {
  /** Belfry's base URL, such as https://timetables.example; it may have a path. */
  baseUrl: string;
  /** The API key. It belongs on a server, not in a page that others open. */
  key: string;
  /** A cache of answers, each revalidated before use; null for none. Default: the last 50, in memory. */
  cache?: ResponseCache | null;
  /** Milliseconds for one attempt. Default 15 000. */
  timeout?: number;
  /** Retries after a 5xx or no answer. Default 2. */
  retries?: number;
  /** Milliseconds to wait before a retry; retries count from 1. Default: doubling, with jitter. */
  backoff?: (attempt: number) => number;
  /** Whether to use the partner paths, /api/partner/v1. */
  partner?: boolean;
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch;
};

export type CallOptions = {
  /** Aborts the call, which then fails with the signal's reason. */
  signal?: AbortSignal;
};

/**
 * The `data` of an answer.
 * @param path below /api/v1/
 * @throws the errors of errors.ts
 */
export type Read = (path: string, call?: CallOptions) => Promise<object>;

/** @throws RangeError for a key that is not valid in a header */
export function createReader(options: ClientOptions): Read {
  const { cache = memoryCache(), partner = false } = options;
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new RangeError('The key is empty or has invalid characters');
  const root = `${options.baseUrl.replace(/\/+$/, '')}/api/${partner ? 'partner/' : ''}v1/`;
  const attempt: Omit<AttemptOptions, 'signal'> = {
    // Called without a `this`, since browsers accept only the window.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout: options.timeout ?? 15_000,
    retries: options.retries ?? 2,
    backoff: options.backoff ?? defaultBackoff,
  };

  return async (path, { signal } = {}) => {
    const url = root + path;
    const known = await cache?.get(url);
    const headers: Record<string, string> = {
      Authorization: `Bearer ${options.key}`,
      'Content-Type': 'application/json',
    };
    if (known !== undefined) headers['If-None-Match'] = known.etag;
    const { status, etag, text, requestId } = await attemptUntilAnswered(url, headers, { ...attempt, signal });
    if (status === 304 && known !== undefined) return readData(200, known.body);
    if (status < 200 || status > 299) throw readRefusal(status, text, requestId);
    const data = readData(status, text);
    if (etag !== null) await cache?.set(url, { etag, body: text });
    return data;
  };
}

/** An organisation may have no calendar, and a server of earlier versions has none of its paths. Neither is a failure. */
export async function nullWithoutCalendar<Data>(answer: Promise<Data>): Promise<Data | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedError && ['CALENDAR_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) return null;
    throw error;
  }
}
