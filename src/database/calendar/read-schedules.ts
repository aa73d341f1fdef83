// Reads what a calendar needs of the versions of an organisation: their summaries, bell schedules and classes, and none of their
// lessons.

import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { BellSchedule, TimetableVersionSummary } from '../../contract/types.generated.ts';
import { assembleSummary } from '../../document/assemble-list.ts';
import { assembleBellSchedule } from '../../document/assemble-timetable.ts';
import type { Database } from '../connect/open-database.ts';
import { readVersions } from '../timetable/read-version.ts';
import { rowIds } from '../timetable/row-id.ts';
import { bellSchedules } from '../timetable/select-bell-schedules.ts';

export type VersionSchedules = TimetableVersionSummary & {
  bellSchedule: BellSchedule;
  bellSchedules: BellSchedule[];
  classes: { entityId: string }[];
};

/** How many versions are read, the newest ones. */
const mostVersions = 200;

/** The published versions that have a bell schedule, newest first, as the rows are: unchecked. */
export async function readSchedules(database: Database, organisationId: string): Promise<VersionSchedules[]> {
  const published = (await readVersions(database, organisationId)).filter(({ status }) => status === 'published');
  const found: VersionSchedules[] = [];
  for (const row of published.slice(0, mostVersions)) {
    const version = await database
      .selectFrom('timetable_version as version')
      .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
      .where('version.id', 'in', rowIds(organisationId, row.id))
      .where('timetable.organisation_id', '=', organisationId)
      .select((expression) => [
        bellSchedules(expression).as('bellSchedules'),
        jsonArrayFrom(
          expression
            .selectFrom('version_class')
            .whereRef('version_class.version_id', '=', 'version.id')
            .select('version_class.entity_id as entityId')
            .orderBy(sql`version_class.entity_id collate "C"`),
        ).as('classes'),
      ])
      .executeTakeFirst();
    // The columns have the types of the schedule's fields, and nothing that counts days needs more of them.
    const schedules = (version?.bellSchedules ?? []).map((schedule) => assembleBellSchedule(schedule) as BellSchedule);
    const [first] = schedules;
    if (version === undefined || first === undefined) continue;
    found.push({
      ...assembleSummary(row),
      bellSchedule: first,
      bellSchedules: schedules,
      classes: version.classes,
    });
  }
  return found;
}
