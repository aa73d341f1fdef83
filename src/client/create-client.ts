// The client: all calls of the API.

import { findInUse, type InUse } from '../calendar/lessons/find-in-use.ts';
import type { DateLike } from '../calendar/time/day.ts';
import { type ChangeCalls, changeCalls } from './changes/changes-since.ts';
import { type CallOptions, type ClientOptions, createReader } from './create-reader.ts';
import { type DayCalls, dayCalls } from './days/day-calls.ts';
import { type TimetableCalls, timetableCalls } from './timetable-calls.ts';

export type TimetableClient = TimetableCalls &
  DayCalls &
  ChangeCalls & {
    /** What is in use on a day, for each timetable of the organisation. A day is '2026-09-01' or 20260901. */
    inUseOn(date: DateLike, options?: CallOptions): Promise<InUse[]>;
  };

/**
 * Calls fail with the errors of errors.ts: RefusedError, AccessEndedError, BrokenAnswerError, NoAnswerError, TimeoutError.
 * @throws RangeError for a key that is not valid in a header
 */
export function createClient(options: ClientOptions): TimetableClient {
  const read = createReader(options);
  const calls = timetableCalls(read);
  return {
    ...calls,
    ...dayCalls(read),
    ...changeCalls(read, createReader({ ...options, cache: null })),
    inUseOn: async (date, call) => findInUse((await calls.list(call)).timetables, date),
  };
}
