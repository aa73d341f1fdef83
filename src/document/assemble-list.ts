import type { TimetableList, TimetableVersionSummary } from '../contract/types.generated.ts';

/** The `data` of List Timetables: newest first, by createdAt, then versionNumber, then id, all descending. */
export function assembleList(orgId: string, entries: readonly TimetableVersionSummary[]): TimetableList {
  const timetables = [...entries].sort(
    (one, other) =>
      compare(other.createdAt, one.createdAt) || other.versionNumber - one.versionNumber || compare(other.id, one.id),
  );
  return { orgId, count: timetables.length, timetables };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
