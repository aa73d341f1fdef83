// Assembles the `data` of List Timetables from the rows of the versions.

import type { TimetableList, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { VersionRow } from './version-rows.ts';

/** The fields of a list entry, in their order, and whether the holder of a link sees them too, or null instead. */
const fields: Readonly<Record<keyof TimetableVersionSummary, 'everybody' | 'keys'>> = {
  id: 'everybody',
  name: 'everybody',
  groupId: 'everybody',
  versionNumber: 'everybody',
  versionName: 'keys',
  status: 'everybody',
  isCurrent: 'everybody',
  publishedAt: 'everybody',
  effectiveFrom: 'everybody',
  effectiveTo: 'everybody',
  schedulingMode: 'everybody',
  createdAt: 'everybody',
  updatedAt: 'everybody',
};
const names = Object.keys(fields) as (keyof TimetableVersionSummary)[]; // of an object of its own

export const pickSummary = (version: TimetableVersionSummary): TimetableVersionSummary =>
  Object.fromEntries(names.map((name) => [name, version[name]])) as TimetableVersionSummary; // all of its fields

/** The same for the holder of a link, who has no key. */
export const pickForPerson = (version: TimetableVersionSummary) =>
  Object.fromEntries(names.map((name) => [name, fields[name] === 'everybody' ? version[name] : null])) as Omit<
    TimetableVersionSummary,
    'versionName'
  > & { versionName: null }; // the one field for keys alone

/** The list entry of a version. The full timetable begins with the same fields. */
export function assembleSummary(row: VersionRow): TimetableVersionSummary {
  const name = row.name === null || row.name.trim() === '' ? 'Untitled' : row.name;
  return pickSummary({ ...row, name } as TimetableVersionSummary); // a version is listed only after its whole document was checked
}

/** Whether every key sees the version. A draft is seen by those that are not restricted to published versions. */
export const isPublished = ({ status }: Pick<TimetableVersionSummary, 'status'>): boolean => status === 'published';

/** The list, newest first: by createdAt, then versionNumber, then id, all descending. */
export function assembleList(orgId: string, entries: readonly TimetableVersionSummary[]): TimetableList {
  const timetables = [...entries].sort(
    (one, other) =>
      compare(other.createdAt, one.createdAt) || other.versionNumber - one.versionNumber || compare(other.id, one.id),
  );
  return { orgId, count: timetables.length, timetables };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
