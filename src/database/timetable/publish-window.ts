// When a version that is published from a day on applies. The version that applies until then ends on the day before, and one that
// is to begin later stays and ends this one. Two that begin on the same day both stay, for a person to decide.

import { addDays } from '../../calendar/time/day.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';
import { rowIds, timetableRow } from './row-id.ts';

/** Its first day, and today at the school, as YYYYMMDD. */
export type PublishedFrom = { from: number; today: number };

/**
 * The version as it is published beside those of its timetable that are published already.
 * @param transaction has the lock of the timetable, as `importTimetable` takes it: nobody else publishes one meanwhile
 * @param now ISO 8601, UTC with milliseconds
 */
export async function publishedFrom(
  transaction: Database,
  version: Timetable,
  { from, today }: PublishedFrom,
  now: string,
): Promise<Timetable> {
  const next = await nextBeginning(transaction, version, from);
  return {
    ...version,
    status: 'published',
    isCurrent: from <= today && (next === null || next > today),
    publishedAt: now,
    effectiveFrom: from,
    effectiveTo: next === null ? null : addDays(next, -1),
  };
}

/** Ends the versions that apply before `version`. Once it has begun, none of them is current. */
export async function endEarlier(transaction: Database, version: Timetable): Promise<void> {
  const { effectiveFrom: from, isCurrent } = version;
  if (from === null) return;
  const others = ofTimetable(transaction, version);
  if (isCurrent) await others.set({ is_current: false }).where('is_current', '=', true).execute();
  await others
    .set({ effective_to: addDays(from, -1) })
    .where('effective_from', '<', from)
    .where((is) => is.or([is('effective_to', 'is', null), is('effective_to', '>=', from)]))
    .execute();
}

const ofTimetable = (transaction: Database, { orgId, id, groupId }: Timetable) =>
  transaction
    .updateTable('timetable_version')
    .where('timetable_id', '=', timetableRow(orgId, groupId))
    .where('id', 'not in', rowIds(orgId, id))
    .where('status', '=', 'published');

/** The first day of the published version that begins next after `from`; null for none. */
async function nextBeginning(
  transaction: Database,
  { orgId, id, groupId }: Timetable,
  from: number,
): Promise<number | null> {
  const next = await transaction
    .selectFrom('timetable_version')
    .select(({ fn }) => fn.min('effective_from').as('day'))
    .where('timetable_id', '=', timetableRow(orgId, groupId))
    .where('id', 'not in', rowIds(orgId, id))
    .where('status', '=', 'published')
    .where('is_autosave', '=', false)
    .where('effective_from', '>', from)
    .executeTakeFirst();
  return next?.day ?? null;
}
