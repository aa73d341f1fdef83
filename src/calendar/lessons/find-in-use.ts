// Finds which version of each timetable applies on a day: published, and its window covers the day (the specification's
// "Timetable version summary"). Windows may overlap or leave a gap, which `state` reports.

import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import { type DateLike, toDay } from '../time/day.ts';
import { appliesOn } from './applies-on.ts';

type Which = { groupId: string; name: string; date: number };

export type InUse<Version = TimetableVersionSummary> =
  /** One version applies on the day. */
  | (Which & { state: 'one'; version: Version })
  /**
   * Several versions apply. `version` is the one to show: the one marked isCurrent, or else the one that began last, or
   * else the newest. `others` are the rest in that order. The school should give the earlier one an end.
   */
  | (Which & { state: 'several'; version: Version; others: Version[] })
  /**
   * No version applies. `previous` is the last to end before the day, `next` the first to begin after it; both are null
   * when no version of this timetable was ever published.
   */
  | (Which & {
      state: 'none';
      version: null;
      previous: Version | null;
      next: Version | null;
    });

/**
 * One entry for each timetable (groupId), in the order of the list.
 * @throws RangeError when `date` is not a calendar day
 */
export function findInUse<Version extends TimetableVersionSummary>(
  versions: readonly Version[],
  date: DateLike,
): InUse<Version>[] {
  const day = toDay(date);
  const groups = new Map<string, Version[]>();
  for (const version of versions) {
    const group = groups.get(version.groupId);
    if (group === undefined) groups.set(version.groupId, [version]);
    else group.push(version);
  }
  return [...groups].map(([groupId, group]) => inUse({ groupId, name: group[0]?.name ?? '', date: day }, group));
}

function inUse<Version extends TimetableVersionSummary>(which: Which, group: readonly Version[]): InUse<Version> {
  const day = which.date;
  const published = group.filter(({ status }) => status === 'published');
  const [version, ...others] = published
    .filter((each) => each.effectiveFrom !== null && appliesOn(each, day))
    .sort(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        beginning(other) - beginning(one) ||
        other.versionNumber - one.versionNumber,
    );
  if (version === undefined) {
    const previous = published.filter((each) => ending(each) < day).sort((one, other) => ending(other) - ending(one));
    const next = published.filter((each) => beginning(each) > day).sort((a, b) => beginning(a) - beginning(b));
    return { ...which, state: 'none', version: null, previous: previous[0] ?? null, next: next[0] ?? null };
  }
  if (others.length === 0) return { ...which, state: 'one', version };
  return { ...which, state: 'several', version, others };
}

const beginning = ({ effectiveFrom }: TimetableVersionSummary) => effectiveFrom ?? Number.POSITIVE_INFINITY;
const ending = ({ effectiveTo }: TimetableVersionSummary) => effectiveTo ?? Number.POSITIVE_INFINITY;
