// Which two versions of a timetable are compared.

import { findInUse } from '../../calendar/find-in-use.ts';
import type { TimetableVersionSummary } from '../../client/belfry-client.ts';

export type VersionPair = { before: TimetableVersionSummary; after: TimetableVersionSummary };

/**
 * The versions that were asked for; otherwise the one in use on a day, or else the one before the newest, and the newest.
 * @param own the versions of one timetable
 * @returns null where there are not two
 */
export function versionPair(
  own: readonly TimetableVersionSummary[],
  asked: { before: string | null; after: string | null },
  date: string,
): VersionPair | null {
  const newestFirst = [...own].sort((one, other) => other.versionNumber - one.versionNumber);
  const find = (id: string | null) => own.find((each) => each.id === id);
  const after = find(asked.after) ?? newestFirst[0];
  const inUse = findInUse(own, date)[0]?.version;
  const others = [inUse, ...newestFirst].filter((each) => each && each !== after);
  const before = find(asked.before) ?? others[0];
  return before && after ? { before, after } : null;
}
