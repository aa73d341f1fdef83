// Finds the version that publishing another would end and leave without a successor: a file whose lessons are not placed makes
// every week and feed of a school empty at once.

import type { Database } from '../connect/open-database.ts';
import { publicId, rowIds, timetableRow } from './row-id.ts';

/** `placed` of the new version, `placedBefore` of the one before: lesson units that have a time. */
export type Emptied = { placed: number; placedBefore: number; before: string };

/**
 * @param from the first day of the new version, as YYYYMMDD
 * @returns null unless the published version of that day places more than ten times as much
 */
export async function findEmptied(
  database: Database,
  version: { organisationId: string; timetableId: string; id: string; from: number; placed: number },
): Promise<Emptied | null> {
  const { organisationId, timetableId, id, from, placed } = version;
  const ended = await database
    .selectFrom('timetable_version as version')
    .select((of) => [
      publicId('version.id', organisationId).as('id'),
      of
        .selectFrom('lesson_unit as unit')
        .whereRef('unit.version_id', '=', 'version.id')
        .where('unit.day_id', 'is not', null)
        .select(({ fn }) => fn.countAll<string>().as('placed'))
        .as('placed'),
    ])
    .where('version.timetable_id', '=', timetableRow(organisationId, timetableId))
    .where('version.id', 'not in', rowIds(organisationId, id))
    .where('version.status', '=', 'published')
    .where((is) => is.or([is('version.effective_from', 'is', null), is('version.effective_from', '<=', from)]))
    .where((is) => is.or([is('version.effective_to', 'is', null), is('version.effective_to', '>=', from)]))
    .orderBy('version.version_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const placedBefore = Number(ended?.placed ?? 0);
  return ended === undefined || placed * 10 >= placedBefore ? null : { placed, placedBefore, before: ended.id };
}
