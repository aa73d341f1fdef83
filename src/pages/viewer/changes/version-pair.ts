// Which two versions of a timetable are compared.

import { findInUse } from '../../../calendar/lessons/find-in-use.ts';
import type { TimetableVersionSummary } from '../../../client/belfry-client.ts';

export type VersionPair = { before: TimetableVersionSummary; after: TimetableVersionSummary };

/**
 * The versions that were asked for. Otherwise the one in use on a day, and the next published one; where none is to come, the
 * one in use and the one before it. A draft is compared where nothing else is left, or when it was asked for.
 * @param own the versions of one timetable
 * @returns null where there are not two
 */
export function versionPair(
  own: readonly TimetableVersionSummary[],
  asked: { before: string | null; after: string | null },
  date: string,
): VersionPair | null {
  const newestFirst = [...own].sort((one, other) => other.versionNumber - one.versionNumber);
  const published = newestFirst.filter(({ status }) => status === 'published');
  const find = (id: string | null) => own.find((each) => each.id === id);
  const [use] = findInUse(own, date);
  const inUse = use?.version ?? undefined;
  const next = use?.state === 'none' ? use.next : nextAfter(own, inUse);
  const after = find(asked.after) ?? next ?? (published.length > 1 ? (inUse ?? published[0]) : newestFirst[0]);
  const earlier = published.filter((each) => after !== undefined && each.versionNumber < after.versionNumber);
  const candidates = [inUse, ...earlier, ...published, ...newestFirst];
  const before = find(asked.before) ?? candidates.find((each) => each !== undefined && each !== after);
  return before && after ? { before, after } : null;
}

/** The first published version whose window begins after that of another. */
function nextAfter(
  own: readonly TimetableVersionSummary[],
  inUse: TimetableVersionSummary | undefined,
): TimetableVersionSummary | undefined {
  const begins = ({ effectiveFrom }: TimetableVersionSummary) => effectiveFrom ?? Number.POSITIVE_INFINITY;
  return own
    .filter((each) => each.status === 'published' && inUse !== undefined && begins(each) > begins(inUse))
    .sort((one, other) => begins(one) - begins(other) || other.versionNumber - one.versionNumber)[0];
}
