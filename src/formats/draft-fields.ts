// What a converted document says of itself before anybody publishes it: the next version of a timetable, a draft.

import type { VersionFields } from './build-document.ts';
import { cleanName } from './clean-name.ts';

export type Draft = {
  timetableId: string;
  organisationId: string;
  /** Null or blank reads `Untitled`. */
  name: string | null;
  number: number;
  /** ISO 8601, UTC with milliseconds. */
  now: string;
};

export const draftFields = ({ timetableId, organisationId, name, number, now }: Draft): VersionFields => ({
  id: `${timetableId}-v${number}`,
  name: cleanName(name ?? '').name || 'Untitled',
  groupId: timetableId,
  versionNumber: number,
  versionName: null,
  status: 'draft',
  isCurrent: false,
  publishedAt: null,
  effectiveFrom: null,
  effectiveTo: null,
  createdAt: now,
  updatedAt: now,
  description: '',
  orgId: organisationId,
});
