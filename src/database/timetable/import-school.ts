// Stores a converted school file as the next version of its timetable. Importing the same file again writes nothing.

import type { Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { compareImported, isUnchanged, type VersionChanges } from '../../formats/report/compare-imported.ts';
import { untitled } from '../../formats/school/draft-fields.ts';
import type { Database } from '../connect/open-database.ts';
import { type Emptied, findEmptied } from './find-emptied.ts';
import { type ImportProblem, importTimetable } from './import-timetable.ts';
import { nameUntitled } from './name-untitled.ts';
import { endEarlier, type PublishedFrom, publishedFrom } from './publish-window.ts';
import { readVersion } from './read-version.ts';
import { publicId, timetableRow } from './row-id.ts';

export type SchoolImport = {
  organisationId: string;
  /** The name of the organisation if it has to be created. */
  createAs?: string | undefined;
  timetableId: string;
  /** Null for a draft. */
  publish: PublishedFrom | null;
  versionName: string | null;
  /** What the timetable is called where neither its file nor the version before has a name; else it is called as the organisation. */
  otherName?: string | null;
  /** Import the file even if it seems to be another school's. */
  evenIfDifferent?: boolean;
  /** Publish the file even if it places next to nothing, and the version before has lessons. */
  evenIfNearlyEmpty?: boolean;
  /** What readers get of the timetable where that is not the latest version, after a rollback: the report compares with it. */
  shown?: Timetable | null;
  /** Undo everything at the end, and return what would have become of it. */
  isDryRun?: boolean;
  /** Records the stored version, in the same transaction. */
  record?: (transaction: Database, timetable: Timetable) => Promise<void>;
  /** ISO 8601, UTC with milliseconds. */
  now: string;
};

export type SchoolOutcome =
  | { outcome: 'imported'; timetable: Timetable; changes: VersionChanges | null; before: string | null }
  /** Publishes a draft from an earlier import unchanged. */
  | { outcome: 'published'; timetable: Timetable }
  | { outcome: 'unchanged'; timetable: Timetable }
  /** The file seems to be another school's: of its teachers only `known` are in the version before. */
  | { outcome: 'different'; teachers: number; known: number; before: string }
  /** It would end a version that places many lessons, and places next to none. */
  | ({ outcome: 'nearly empty' } & Emptied)
  | { outcome: 'refused'; problems: ImportProblem[] };

type Stored = { outcome: 'imported' | 'published' | 'unchanged' };

/** @param document the converted file; its version fields are replaced */
export async function importSchool(
  database: Database,
  validate: Validator,
  document: Timetable,
  options: SchoolImport,
): Promise<SchoolOutcome> {
  const { organisationId, timetableId, publish, versionName, now, createAs } = options;
  const before = await readLatest(database, organisationId, timetableId);
  if (before !== null && !options.evenIfDifferent) {
    const known = countKnownTeachers(before, document);
    const teachers = document.teachers.length;
    if (seemsDifferent(before, teachers, known)) return { outcome: 'different', teachers, known, before: before.id };
  }
  const changes = before === null ? null : compareImported(before, document);
  /** @returns what is stored, or would be; or why nothing is */
  const store = async (timetable: Timetable, isNew: boolean): Promise<Timetable | Exclude<SchoolOutcome, Stored>> => {
    if (publish !== null && !options.evenIfNearlyEmpty) {
      const placed = timetable.lessonUnits.filter(({ dayId }) => dayId !== null).length;
      const ended = { organisationId, timetableId, id: timetable.id, from: publish.from, placed };
      const emptied = await findEmptied(database, ended);
      if (emptied !== null) return { outcome: 'nearly empty', ...emptied };
    }
    const undone = new Error('everything is undone');
    let tried: Timetable | null = null;
    try {
      const stored = await importTimetable(database, validate, organisationId, timetable, {
        createAs,
        isNew,
        ...(publish !== null && { complete: (transaction, own) => publishedFrom(transaction, own, publish, now) }),
        async afterwards(transaction, own) {
          if (publish !== null) await endEarlier(transaction, own);
          await options.record?.(transaction, own);
          tried = own;
          if (options.isDryRun) throw undone;
        },
      });
      return stored.outcome === 'refused' ? stored : stored.timetable;
    } catch (error) {
      if (error === undone && tried !== null) return tried;
      throw error;
    }
  };
  if (before !== null && changes !== null && isUnchanged(changes)) {
    if (publish === null || before.status === 'published') return { outcome: 'unchanged', timetable: before };
    const draft = { ...before, versionName: versionName ?? before.versionName, updatedAt: now };
    const stored = await store(draft, false);
    return 'outcome' in stored ? stored : { outcome: 'published', timetable: stored };
  }
  const number = (before?.versionNumber ?? 0) + 1;
  const timetable: Timetable = {
    ...document,
    id: `${timetableId}-v${number}`,
    groupId: timetableId,
    versionNumber: number,
    versionName,
    ...(document.name === untitled
      ? { name: await nameUntitled(database, organisationId, timetableId, options.otherName ?? null, createAs) }
      : {}),
  };
  const stored = await store(timetable, true);
  if ('outcome' in stored) return stored;
  const shown = options.shown ?? null;
  if (shown === null) return { outcome: 'imported', timetable: stored, changes, before: before?.id ?? null };
  return { outcome: 'imported', timetable: stored, changes: compareImported(shown, document), before: shown.id };
}

/**
 * Whether a file seems to be another school's. Most teachers stay from one school year to the next; subjects, classes and
 * rooms have the same names at many schools. Ids tell nothing, since some programs number the teachers of each school.
 */
const seemsDifferent = (before: Timetable, teachers: number, known: number): boolean =>
  Math.min(before.teachers.length, teachers) >= 5 && known * 10 < Math.min(before.teachers.length, teachers);

function countKnownTeachers(before: Timetable, { teachers }: Timetable): number {
  const known = new Set(before.teachers.map(({ name }) => name));
  return teachers.filter(({ name }) => known.has(name)).length;
}

/** The version with the highest number, draft or published. */
async function readLatest(database: Database, organisationId: string, timetableId: string): Promise<Timetable | null> {
  const latest = await database
    .selectFrom('timetable_version as version')
    .select(publicId('version.id', organisationId).as('id'))
    .where('version.timetable_id', '=', timetableRow(organisationId, timetableId))
    .where('version.is_autosave', '=', false)
    .orderBy('version.version_number', 'desc')
    .executeTakeFirst();
  const rows = latest && (await readVersion(database, organisationId, latest.id));
  return rows === undefined ? null : assembleTimetable(rows);
}
