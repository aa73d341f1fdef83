// The calls for dates: what takes place on a day, in a week, and in a week of one class, teacher or room.

import { type DateLike, isoDay, toDay } from '../../calendar/time/day.ts';
import type { Day, Week } from '../../contract/types.generated.ts';
import { type CallOptions, nullWithoutCalendar, type Read } from '../create-reader.ts';
import { RefusedError } from '../errors.ts';

/** Whose slice of a week, by entityId. */
export type SliceOf = { class: string } | { teacher: string } | { room: string };

export type DayCalls = {
  /**
   * What takes place on a day, and what is different from the plan: from Monday of this week to 14 days ahead. Null when the
   * organisation has no calendar. Another day is refused. A day is '2026-09-01' or 20260901.
   */
  day(date: DateLike, options?: CallOptions): Promise<Day | null>;
  /**
   * The lessons that take place in an ISO week, such as '2026-W48': this one or one of the next five. Null when the
   * organisation has no calendar. Another week is refused; one that no calendar has, without a request.
   */
  week(id: string, options?: CallOptions): Promise<Week | null>;
  /** The same, cut down to one class, teacher or room, by entityId: a small answer. Who is not known is refused. */
  weekOf(id: string, of: SliceOf, options?: CallOptions): Promise<Week | null>;
};

const isWeekId = (id: string): boolean => /^\d{4}-W\d\d$/.test(id);
/** The form that every entityId has. No encoding keeps `..` in a path: the platform would ask for another resource. */
const isEntityId = (id: string): boolean => id !== '' && id !== '.' && id !== '..';

export function dayCalls(read: Read): DayCalls {
  // The publisher validated the data against the schemas that these types are generated from.
  async function readWeek(id: string, path: string, call: CallOptions | undefined): Promise<Week | null> {
    if (!isWeekId(id)) throw new RefusedError(404, 'WEEK_NOT_FOUND', 'Week not found', null);
    return nullWithoutCalendar(read(`weeks/${id}${path}`, call) as Promise<Week>); // as above
  }
  return {
    day: async (date, call) => nullWithoutCalendar(read(`days/${isoDay(toDay(date))}`, call) as Promise<Day>), // as above
    week: (id, call) => readWeek(id, '', call),
    async weekOf(id, of, call) {
      const [[kind = '', entityId = ''] = []] = Object.entries(of);
      if (!isEntityId(entityId)) throw new RefusedError(404, 'ENTITY_NOT_FOUND', 'Entity not found', null);
      const kinds: Record<string, string> = { class: 'classes', teacher: 'teachers', room: 'rooms' };
      return readWeek(id, `/${kinds[kind]}/${encodeURIComponent(entityId)}`, call);
    },
  };
}
