// Answers again with what was read last while the server cannot be reached, so that whoever goes back to a grid sees it.

import type { PublishedCalendar, Timetable, TimetableList } from '../../client/belfry-client.ts';
import type { Read } from '../../client/create-reader.ts';
import { RefusedError, TimetableError } from '../../client/errors.ts';
import type { TimetableCalls } from '../../client/timetable-calls.ts';

/** `read` is for the calls that only a part of the viewer needs. */
export type ViewerClient = TimetableCalls & { read: Read };

/** Timetables that are remembered. */
const maxTimetables = 8;

/**
 * A refusal is never replaced by an earlier answer: whoever is refused sees nothing more.
 * @param onStale called with the moment, in milliseconds since 1970, at which an answer that is given again was read
 */
export function withLastAnswers(client: ViewerClient, onStale: (readAt: number) => void): ViewerClient {
  const list = rememberer<TimetableList>(onStale);
  const calendar = rememberer<PublishedCalendar | null>(onStale);
  const get = rememberer<Timetable>(onStale);
  return {
    ...client,
    list: (call) => list('', client.list(call)),
    calendar: (call) => calendar('', client.calendar(call)),
    get: (id, call) => get(id, client.get(id, call)),
  };
}

function rememberer<Data>(onStale: (readAt: number) => void) {
  const kept = new Map<string, { data: Data; readAt: number }>();
  return async (key: string, answer: Promise<Data>): Promise<Data> => {
    try {
      const data = await answer;
      // A Map keeps the order of insertion, so inserting again makes it the most recent.
      kept.delete(key);
      kept.set(key, { data, readAt: Date.now() });
      for (const oldest of [...kept.keys()].slice(0, -maxTimetables)) kept.delete(oldest);
      return data;
    } catch (error) {
      const last = kept.get(key);
      if (last === undefined || !isOutage(error)) throw error;
      onStale(last.readAt);
      return last.data;
    }
  };
}

const isOutage = (error: unknown): boolean =>
  error instanceof TimetableError && !(error instanceof RefusedError && error.status < 500);
