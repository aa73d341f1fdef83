// Ids for what an import of a school's files creates. Ids of timetables and versions are unique in the whole database, so another
// school may have taken those that a school would get. Then they get the organisation's handle, which no other school has: nobody
// keeps a school from importing, and nobody is told.

import type { Database } from '../connect/open-database.ts';

/** The timetable that the files of a school are a version of where nothing else is said. */
export async function chooseTimetableId(database: Database, organisationId: string): Promise<string> {
  const wanted = `${organisationId.slice(0, 47)}-timetable`;
  const organisation = await database
    .selectFrom('organisation')
    .select('handle')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (organisation === undefined) return wanted;
  const own = `${organisationId.slice(0, 34)}-${organisation.handle}-timetable`;
  const found = await database
    .selectFrom('timetable')
    .select(['id', 'organisation_id'])
    .where('id', 'in', [wanted, own])
    .execute();
  // The own one also once the other is free again, as it is the one that goes on.
  return found.some(({ id, organisation_id }) => id === own || organisation_id !== organisationId) ? own : wanted;
}

/** The id of a version that is new in the organisation. @param number of the version among those of its timetable */
export async function chooseVersionId(
  database: Database,
  organisationId: string,
  timetableId: string,
  number: number,
): Promise<string> {
  const wanted = `${timetableId}-v${number}`;
  const taken = await database
    .selectFrom('timetable_version as version')
    .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
    .innerJoin('organisation', (join) => join.on('organisation.id', '=', organisationId))
    .select('organisation.handle')
    .where('version.id', '=', wanted)
    .where('timetable.organisation_id', '<>', organisationId)
    .executeTakeFirst();
  return taken === undefined ? wanted : `${timetableId.slice(0, 40)}-${taken.handle}-v${number}`;
}
