// Reads all that a document needs of one timetable version in one statement: each table as a JSON array, which
// PostgreSQL writes and JSON.parse reads faster than rows travel through the protocol. Lists come in the order that the
// database keeps for them: position, then id.

import { type ExpressionBuilder, sql } from 'kysely';
import type { VersionRow, VersionRows } from '../document/version-rows.ts';
import type { Database } from './open-database.ts';
import { bellSchedules } from './select-bell-schedules.ts';
import { classes, courses, roomGroups, rooms, students, subjects, teachers } from './select-entities.ts';
import { lessons, lessonUnits, sections } from './select-lessons.ts';
import type { Tables } from './tables.ts';

/** A moment as the documents write it. An infinite one, or one before Christ, comes out as text that no schema accepts. */
const moment = (column: 'published_at' | 'created_at' | 'updated_at') =>
  sql<string>`case when isfinite(version.${sql.ref(column)}) and version.${sql.ref(column)} >= '0001-01-01 00:00+00'
    then to_char(version.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    else version.${sql.ref(column)}::text end`;

function selectVersions(database: Database) {
  return database
    .selectFrom('timetable_version as version')
    .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
    .select([
      'version.id',
      'timetable.name',
      'timetable.id as groupId',
      'version.version_number as versionNumber',
      'version.version_name as versionName',
      'version.status',
      'version.is_current as isCurrent',
      moment('published_at').$castTo<string | null>().as('publishedAt'),
      'version.effective_from as effectiveFrom',
      'version.effective_to as effectiveTo',
      'version.scheduling_mode as schedulingMode',
      moment('created_at').as('createdAt'),
      moment('updated_at').as('updatedAt'),
    ]);
}

/** The rows of every version that an organisation shows, autosaves left out, newest first. */
export function readVersions(database: Database, organisationId: string): Promise<VersionRow[]> {
  return selectVersions(database)
    .where('timetable.organisation_id', '=', organisationId)
    .where('version.is_autosave', '=', false)
    .orderBy('version.created_at', 'desc')
    .orderBy('version.version_number', 'desc')
    .orderBy(sql`version.id collate "C"`, 'desc')
    .execute();
}

/** The rows of one version of the organisation, or undefined when it has no such version to show. */
export async function readVersion(
  database: Database,
  organisationId: string,
  versionId: string,
): Promise<VersionRows | undefined> {
  const rows = await selectVersions(database)
    .where('timetable.organisation_id', '=', organisationId)
    .where('version.id', '=', versionId)
    .where('version.is_autosave', '=', false)
    .select([
      'version.description',
      'timetable.organisation_id as orgId',
      'version.section_settings as sectionSettings',
    ])
    .select((expression) => [
      bellSchedules(expression).as('bellSchedules'),
      teachers(expression).as('teachers'),
      subjects(expression).as('subjects'),
      classes(expression).as('classes'),
      rooms(expression).as('rooms'),
      students(expression).as('students'),
      courses(expression).as('courses'),
      roomGroups(expression).as('roomGroups'),
      lessons(expression).as('lessons'),
      lessonUnits(expression).as('lessonUnits'),
      sections(expression).as('sections'),
    ])
    .executeTakeFirst();
  return rows;
}

/** What the parts of the statement are built on: the version and its timetable. */
export type VersionBuilder = ExpressionBuilder<
  Tables & { version: Tables['timetable_version'] },
  'version' | 'timetable'
>;
