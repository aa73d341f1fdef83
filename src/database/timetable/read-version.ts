// Reads all rows of one timetable version in one statement. Each table arrives as one JSON value, which PostgreSQL writes
// and Node parses faster than single rows. Lists are ordered by position, then id.

import { type CompiledQuery, type InferResult, sql } from 'kysely';
import type { VersionRow, VersionRows } from '../../document/version-rows.ts';
import { planOnce } from '../connect/connection-pool.ts';
import type { Database } from '../connect/open-database.ts';
import { rowsOf } from './columns.ts';
import { publicId, rowIds, versionRow } from './row-id.ts';
import { bellSchedules } from './select-bell-schedules.ts';
import { classes, courses, roomGroups, rooms, students, subjects, teachers } from './select-entities.ts';
import { lessonConfigurations, lessonGroups, lessons, lessonUnits, sections } from './select-lessons.ts';

/** A timestamp in the form of the document. An infinite one, or one BC, becomes text that the schema refuses. */
const moment = (column: 'published_at' | 'created_at' | 'updated_at') =>
  sql<string>`case when isfinite(version.${sql.ref(column)}) and version.${sql.ref(column)} >= '0001-01-01 00:00+00'
    then to_char(version.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    else version.${sql.ref(column)}::text end`;

/** Shortens a name that was stored before names had a limit, since the list contains the names of all versions. */
const cut = (column: string) => sql<string | null>`left(${sql.ref(column)}, 4096)`;

function selectVersions(database: Database, organisationId: string) {
  return database
    .selectFrom('timetable_version as version')
    .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
    .select([
      publicId('version.id', organisationId).as('id'),
      cut('timetable.name').as('name'),
      publicId('timetable.id', organisationId).as('groupId'),
      'version.version_number as versionNumber',
      cut('version.version_name').as('versionName'),
      'version.status',
      'version.is_current as isCurrent',
      moment('published_at').$castTo<string | null>().as('publishedAt'),
      'version.effective_from as effectiveFrom',
      'version.effective_to as effectiveTo',
      'version.scheduling_mode as schedulingMode',
      moment('created_at').as('createdAt'),
      moment('updated_at').as('updatedAt'),
    ])
    .where('timetable.organisation_id', '=', organisationId);
}

/** So many versions, after this one of the same organisation; null for the first. */
export type VersionCut = { limit: number; after: string | null };

/** The rows of every version that an organisation publishes, newest first, or of some. Autosaves are excluded. */
export function readVersions(database: Database, organisationId: string, cut?: VersionCut): Promise<VersionRow[]> {
  const inOrder = (version: string) => sql`${publicId(`${version}.id`, organisationId)} collate "C"`;
  let query = selectVersions(database, organisationId)
    .where('version.is_autosave', '=', false)
    .orderBy('version.created_at', 'desc')
    .orderBy('version.version_number', 'desc')
    .orderBy(inOrder('version'), 'desc');
  if (cut !== undefined) query = query.limit(cut.limit);
  const after = cut?.after ?? null;
  if (after !== null)
    query = query.where(sql<boolean>`(version.created_at, version.version_number, ${inOrder('version')})
      < (select created_at, version_number, ${inOrder('last')} from timetable_version last
        where id = ${versionRow(organisationId, after)})`);
  return query.execute();
}

/** Whether a version is among those that `readVersions` reads. */
export async function hasVersion(database: Database, organisationId: string, id: string): Promise<boolean> {
  const found = await database
    .selectFrom('timetable_version as version')
    .innerJoin('timetable', 'timetable.id', 'version.timetable_id')
    .select('version.id')
    .where('timetable.organisation_id', '=', organisationId)
    .where('version.id', 'in', rowIds(organisationId, id))
    .where('version.is_autosave', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}

/** All rows of one version. */
const selectVersion = (database: Database, organisationId: string, versionId: string) =>
  selectVersions(database, organisationId)
    .where('version.id', 'in', rowIds(organisationId, versionId))
    .where('version.is_autosave', '=', sql.lit(false))
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
      lessonGroups(expression).as('lessonGroups'),
      lessonConfigurations(expression).as('lessonConfigurations'),
      lessonUnits(expression).as('lessonUnits'),
      sections(expression).as('sections'),
    ]);

type SelectedVersion = InferResult<ReturnType<typeof selectVersion>>[number];

/** The most bytes of JSON in a version's rows: a hundred times a large school, and what fits in a publisher's memory. */
export const maxBytes = 64 * 1024 * 1024;

/** The rows of a version are larger than a publisher may load. */
export class VersionTooLargeError extends Error {
  override readonly name = 'VersionTooLargeError';
}

const lists: (keyof SelectedVersion)[] = [
  ...(['bellSchedules', 'teachers', 'subjects', 'classes', 'rooms', 'students', 'courses', 'roomGroups'] as const),
  ...(['lessons', 'lessonGroups', 'lessonConfigurations', 'lessonUnits', 'sections'] as const),
];

/** The bytes of all JSON values together, computed in PostgreSQL before it sends them. */
const size = sql.join(
  [
    sql`octet_length(read.description)::bigint`,
    sql`octet_length(read."sectionSettings"::text)::bigint`,
    ...lists.map((list) => sql`pg_column_size(read.${sql.ref(list)})::bigint`),
  ].map((bytes) => sql`coalesce(${bytes}, 0)`),
  sql` + `,
);

/** Without `offset 0`, PostgreSQL would compute each value twice, once for its size. */
const measured = (database: Database, organisationId: string, versionId: string) =>
  sql<SelectedVersion>`select read.* from (${selectVersion(database, organisationId, versionId)} offset 0) as read
    where ${size} <= ${sql.lit(maxBytes)}`.compile(database);

/** What the statement is compiled with in place of its parameters, each of which stands in it several times. */
const asked = { organisationId: 'the organisation', versionId: 'the version' };

/**
 * Compiled once, and planned once for each connection: for a small school, compiling takes longer than assembling the
 * document, and planning takes longer than reading the rows.
 */
let compiled: CompiledQuery<SelectedVersion> | undefined;

/**
 * The rows of one version, or undefined when the organisation does not publish such a version.
 * @throws VersionTooLargeError before anything is read
 */
export async function readVersion(
  database: Database,
  organisationId: string,
  versionId: string,
): Promise<VersionRows | undefined> {
  compiled ??= planOnce('belfry_read_version', measured(database, asked.organisationId, asked.versionId));
  const { rows } = await database.executeQuery<SelectedVersion>({
    ...compiled,
    parameters: compiled.parameters.map((each) => (each === asked.versionId ? versionId : organisationId)),
  });
  // Removed from the result, which outlives this function: the row data would survive several garbage collections.
  const version = rows.pop();
  if (version === undefined) {
    await refuseTooLarge(database, organisationId, versionId);
    return undefined;
  }
  return {
    ...version,
    teachers: rowsOf(version.teachers),
    subjects: rowsOf(version.subjects),
    classes: rowsOf(version.classes),
    rooms: rowsOf(version.rooms),
    students: rowsOf(version.students),
    courses: rowsOf(version.courses),
    lessons: rowsOf(version.lessons),
    lessonGroups: rowsOf(version.lessonGroups),
    lessonConfigurations: rowsOf(version.lessonConfigurations),
    sections: rowsOf(version.sections),
  };
}

async function refuseTooLarge(database: Database, organisationId: string, versionId: string): Promise<void> {
  const bytes = await measureVersion(database, organisationId, versionId);
  if (bytes === null) return;
  const megabytes = (count: number) => Math.round(count / 1024 / 1024);
  throw new VersionTooLargeError(
    `its rows are ${megabytes(bytes)} MB of JSON, more than the limit of ${megabytes(maxBytes)} MB`,
  );
}

/** How many bytes of JSON the rows of a version are; null when the organisation does not publish such a version. */
export async function measureVersion(
  database: Database,
  organisationId: string,
  versionId: string,
): Promise<number | null> {
  const { rows } = await sql<{ size: string }>`
    select ${size} as size from (${selectVersion(database, organisationId, versionId)} offset 0) as read`.execute(
    database,
  );
  const [version] = rows;
  return version === undefined ? null : Number(version.size);
}
