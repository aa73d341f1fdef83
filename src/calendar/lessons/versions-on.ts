// The versions that apply on a date, one of each timetable at most, as `findInUse` chooses them.

import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import { findInUse } from './find-in-use.ts';

/** In the order of the list. */
export function versionsOn<Version extends TimetableVersionSummary>(
  versions: readonly Version[],
  day: number,
): Version[] {
  const found = new Set(findInUse(versions, day).map(({ version }) => version));
  return versions.filter((version) => found.has(version));
}
