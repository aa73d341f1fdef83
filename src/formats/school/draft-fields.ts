// The fields of a converted document before it is published: a draft, the next version of its timetable.

import type { VersionFields } from './build-document.ts';
import { cleanName } from './clean-name.ts';

export type Draft = {
  timetableId: string;
  organisationId: string;
  /** Null or blank is shown as `Untitled`. */
  name: string | null;
  number: number;
  /** ISO 8601, UTC with milliseconds. */
  now: string;
};

/** What a timetable without a name is shown as. */
export const untitled = 'Untitled';

export const draftFields = ({ timetableId, organisationId, name, number, now }: Draft): VersionFields => ({
  id: `${timetableId}-v${number}`,
  name: cleanName(name ?? '').name || untitled,
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
