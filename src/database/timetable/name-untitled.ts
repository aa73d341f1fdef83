// What a timetable is called whose file has no name for it: as it is called already, as somebody says, or as its organisation.

import { untitled } from '../../formats/school/draft-fields.ts';
import type { Database } from '../connect/open-database.ts';
import { timetableRow } from './row-id.ts';

/**
 * @param otherName what somebody, or the name of the file, says
 * @param createAs the name of the organisation if it has to be created
 */
export async function nameUntitled(
  database: Database,
  organisationId: string,
  timetableId: string,
  otherName: string | null,
  createAs: string | null = null,
): Promise<string> {
  const stored = await database
    .selectFrom('timetable')
    .select('name')
    .where('id', '=', timetableRow(organisationId, timetableId))
    .executeTakeFirst();
  if (stored?.name) return stored.name;
  if (otherName !== null) return otherName;
  const organisation = await database
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return organisation?.name ?? createAs ?? untitled;
}
