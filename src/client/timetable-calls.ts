// The calls that every program needs: the list, one timetable, and the calendar.

import type { PublishedCalendar, Timetable, TimetableList } from '../contract/types.generated.ts';
import { type CallOptions, nullWithoutCalendar, type Read } from './create-reader.ts';
import { RefusedError } from './errors.ts';

export type TimetableCalls = {
  /** All versions of the organisation, newest first. */
  list(options?: CallOptions): Promise<TimetableList>;
  /** One version in full. An id that no version can have is refused, as an unknown one is, without a request. */
  get(id: string, options?: CallOptions): Promise<Timetable>;
  /** The calendar; null when the organisation has none. */
  calendar(options?: CallOptions): Promise<PublishedCalendar | null>;
};

/** The form that every id of a version has; others are not asked for. */
const isVersionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id);

export const timetableCalls = (read: Read): TimetableCalls => ({
  // The publisher validated the data against the schemas that these types are generated from.
  list: (call) => read('timetables', call) as Promise<TimetableList>,
  async get(id, call) {
    // No encoding keeps `..` in a path: the platform would ask for another resource.
    if (!isVersionId(id)) throw new RefusedError(404, 'TIMETABLE_NOT_FOUND', 'Timetable not found', null);
    return read(`timetables/${id}`, call) as Promise<Timetable>; // as above
  },
  calendar: (call) => nullWithoutCalendar(read('calendar', call) as Promise<PublishedCalendar>), // as above
});
