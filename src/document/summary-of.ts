import type { TimetableVersionSummary } from '../contract/types.generated.ts';

/** The entry of List Timetables: the fields with which the full timetable begins, in their order. */
export const summaryOf = (version: TimetableVersionSummary): TimetableVersionSummary => ({
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
