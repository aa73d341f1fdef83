// The client's calls: the list, one timetable, the versions in use on a date, the calendar, and the lessons of a week. Runs
// wherever there is `fetch`: browsers, Node, Deno, Bun, CDN workers.

import { findInUse, type InUse } from '../calendar/lessons/find-in-use.ts';
import type { DateLike } from '../calendar/time/day.ts';
import type { PublishedCalendar, Timetable, TimetableList, Week } from '../contract/types.generated.ts';
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

export type TimetableClient = {
  /** All versions of the organisation, newest first. */
  list(options?: CallOptions): Promise<TimetableList>;
  /** One version in full. An id that no version can have is refused, as an unknown one is, without a request. */
  get(id: string, options?: CallOptions): Promise<Timetable>;
  /** What is in use on a day, for each timetable of the organisation. A day is '2026-09-01' or 20260901. */
  inUseOn(date: DateLike, options?: CallOptions): Promise<InUse[]>;
  /** The calendar; null when the organisation has none. */
  calendar(options?: CallOptions): Promise<PublishedCalendar | null>;
  /**
   * The lessons that take place in an ISO week, such as '2026-W48': this one or one of the next five. Null when the
   * organisation has no calendar. Another week is refused; one that no calendar has, without a request.
   */
  week(id: string, options?: CallOptions): Promise<Week | null>;
};

/** The form that every id of a version has; others are not asked for. */
const isVersionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id);
const isWeekId = (id: string): boolean => /^\d{4}-W\d\d$/.test(id);

/**
 * Calls fail with the errors of errors.ts: RefusedError, AccessEndedError, BrokenAnswerError, NoAnswerError, TimeoutError.
 * @throws RangeError for a key that is not valid in a header
 */
export function createClient(options: ClientOptions): TimetableClient {
  const { cache = memoryCache(), partner = false } = options;
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new RangeError('The key is empty or has invalid characters');
  const root = `${options.baseUrl.replace(/\/+$/, '')}/api/${partner ? 'partner/' : ''}v1`;
  const attempt: Omit<AttemptOptions, 'signal'> = {
    // Called without a `this`, since browsers accept only the window.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout: options.timeout ?? 15_000,
    retries: options.retries ?? 2,
    backoff: options.backoff ?? defaultBackoff,
  };

  async function read(url: string, { signal }: CallOptions): Promise<object> {
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
  }

  // The publisher validated the data against the schemas that these types are generated from.
  const list = (call: CallOptions = {}) => read(`${root}/timetables`, call) as Promise<TimetableList>;
  return {
    list,
    async get(id, call = {}) {
      // No encoding keeps `..` in a path: the platform would ask for another resource.
      if (!isVersionId(id)) throw new RefusedError(404, 'TIMETABLE_NOT_FOUND', 'Timetable not found', null);
      return read(`${root}/timetables/${id}`, call) as Promise<Timetable>; // as above
    },
    inUseOn: async (date, call = {}) => findInUse((await list(call)).timetables, date),
    calendar: (call = {}) => nullWithoutCalendar(read(`${root}/calendar`, call) as Promise<PublishedCalendar>), // as above
    async week(id, call = {}) {
      if (!isWeekId(id)) throw new RefusedError(404, 'WEEK_NOT_FOUND', 'Week not found', null);
      return nullWithoutCalendar(read(`${root}/weeks/${id}`, call) as Promise<Week>); // as above
    },
  };
}

/** An organisation may have no calendar, and a server of earlier versions has none of its paths. Neither is a failure. */
async function nullWithoutCalendar<Data>(answer: Promise<Data>): Promise<Data | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedError && ['CALENDAR_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) return null;
    throw error;
  }
}
