// Assembles the `data` of List Timetables from the rows of the versions.

import type { TimetableList, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { VersionRow } from './version-rows.ts';

/** The fields of a list entry, in their order. */
export const pickSummary = (version: TimetableVersionSummary): TimetableVersionSummary => ({
  id: version.id,
  name: version.name,
  groupId: version.groupId,
  versionNumber: version.versionNumber,
  versionName: version.versionName,
  status: version.status,
  isCurrent: version.isCurrent,
  publishedAt: version.publishedAt,
  effectiveFrom: version.effectiveFrom,
  effectiveTo: version.effectiveTo,
  schedulingMode: version.schedulingMode,
  createdAt: version.createdAt,
  updatedAt: version.updatedAt,
});

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
