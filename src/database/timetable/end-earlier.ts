// Makes room for a version that is published from a day on: those of its timetable that apply before it end on the day before.

import type { Database } from '../connect/open-database.ts';
import { lockForChange } from '../lock-for-change.ts';
import { rowIds, timetableRow } from './row-id.ts';

/** The first day of a version as YYYYMMDD, and whether that day is today or earlier. */
export type PublishedFrom = { from: number; hasBegun: boolean };

/**
 * Once `from` has come, none of the earlier versions is current. Whoever publishes another version of the timetable waits until the
 * end of the transaction, so that each sees what the other has published.
 */
export async function endEarlier(
  database: Database,
  { orgId, id, groupId }: { orgId: string; id: string; groupId: string },
  { from, hasBegun }: PublishedFrom,
): Promise<void> {
  await lockForChange(database, `timetable ${groupId} of ${orgId}`);
  const earlier = database
    .updateTable('timetable_version')
    .where('timetable_id', '=', timetableRow(orgId, groupId))
    .where('id', 'not in', rowIds(orgId, id))
    .where('status', '=', 'published');
  if (hasBegun) await earlier.set({ is_current: false }).where('is_current', '=', true).execute();
  await earlier
    .set({ effective_to: dayBefore(from) })
    .where('effective_from', '<', from)
    .where((is) => is.or([is('effective_to', 'is', null), is('effective_to', '>=', from)]))
    .execute();
}

/** The day before a day given as YYYYMMDD. */
export function dayBefore(day: number): number {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  const before = new Date(Date.UTC(year, month - 1, date - 1));
  return before.getUTCFullYear() * 10_000 + (before.getUTCMonth() + 1) * 100 + before.getUTCDate();
}
