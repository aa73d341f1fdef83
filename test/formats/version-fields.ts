import type { VersionFields } from '../../src/formats/school/build-document.ts';

/** The fields of a version, which no school's file contains. */
export const versionFields: VersionFields = {
  id: 'school-v1',
  name: 'School',
  groupId: 'school',
  versionNumber: 1,
  versionName: null,
  status: 'draft',
  isCurrent: false,
  publishedAt: null,
  effectiveFrom: null,
  effectiveTo: null,
  createdAt: '2026-09-01T00:00:00.000Z',
  updatedAt: '2026-09-01T00:00:00.000Z',
  description: '',
  orgId: 'school',
};
