// What publishing a version from a day on does to the others of its timetable, in words before it is done. The database does it
// (publish-window.ts); a test compares the two.

import { addDays } from '../../../calendar/time/day.ts';
import type { ListedVersion } from '../answers.ts';

type Consequences = {
  /** Those that then end on the day before. */
  ended: ListedVersion[];
  dayBefore: number;
  /** The last day of the version itself; null where none begins later. */
  last: number | null;
};

/** @param from its first day as YYYYMMDD */
export function whatEnds(
  versions: readonly ListedVersion[],
  { id, groupId }: ListedVersion,
  from: number,
): Consequences {
  const others = versions.filter((each) => each.groupId === groupId && each.id !== id && each.status === 'published');
  const ended = others.filter(
    ({ effectiveFrom, effectiveTo }) =>
      effectiveFrom !== null && effectiveFrom < from && (effectiveTo === null || effectiveTo >= from),
  );
  const later = others.flatMap(({ effectiveFrom }) =>
    effectiveFrom !== null && effectiveFrom > from ? [effectiveFrom] : [],
  );
  return { ended, dayBefore: addDays(from, -1), last: later.length === 0 ? null : addDays(Math.min(...later), -1) };
}
