// Makes the entries of a publication, and leaves out those whose time is over. An entry is never changed: it stays as it was
// published, or leaves.

import { addDays, mondayOf } from '../../calendar/time/day.ts';
import type { Change, DayBasis } from '../../contract/types.generated.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import { changeLimits } from './change-limits.ts';

type Content = Omit<Change, 'id' | 'previous' | 'publishedAt' | 'fromGeneration' | 'toGeneration'>;

/** The last entry of a chain, also when it has left: its id, null before the first, and the generation that it led to. */
export type ChainEnd = { latestId: string | null; latestGeneration: number };

/** What changed on days: an entry for each week, which leaves with it. */
export function describeDays(before: readonly DayBasis[], after: readonly DayBasis[]): Content[] {
  const earlier = new Map(before.map((day) => [day.date, day]));
  const weeks = new Map<number, { dates: number[]; entityIds: Set<string> }>();
  for (const { date, hash, entityIds } of after) {
    const old = earlier.get(date);
    // A date that was beyond the weeks before is new to readers, and nothing of it changed.
    if (old === undefined || old.hash === hash) continue;
    const week = weeks.get(mondayOf(date)) ?? { dates: [], entityIds: new Set() };
    weeks.set(mondayOf(date), week);
    week.dates.push(date);
    for (const entityId of [...old.entityIds, ...entityIds]) week.entityIds.add(entityId);
  }
  return Array.from(weeks.values(), ({ dates, entityIds }) => {
    const truncated =
      entityIds.size > changeLimits.entityIds || JSON.stringify([...entityIds]).length > changeLimits.listedBytes;
    return {
      ...{ kinds: ['days'], timetables: [], dates, units: [] },
      ...{ entityIds: truncated ? [] : [...entityIds].sort(), truncated },
    };
  });
}

/**
 * @param entries those of the last time, newest first
 * @param contents of this publication, in order
 * @param moment its generation, the clock in milliseconds since 1970, the date at the school, YYYYMMDD, and the milliseconds for which
 *   an entry stays
 * @returns newest first; each begins where the one before ended, since a generation without an entry is the same for readers
 */
export function appendChanges(
  entries: readonly Change[],
  end: ChainEnd,
  contents: readonly Content[],
  { generation, now, today, mostAge }: { generation: number; now: number; today: number; mostAge: number },
): { entries: Change[]; end: ChainEnd } {
  const all = [...entries];
  let { latestId: previous, latestGeneration: fromGeneration } = end;
  for (const content of contents) {
    const moment = Math.max(now, previous === null ? 0 : momentOf(previous) + 1);
    const publishedAt = new Date(moment).toISOString();
    const entry = { previous, publishedAt, fromGeneration, toGeneration: generation, ...content };
    const id = `${publishedAt.replaceAll(/[-:.]/g, '')}-${sha256OfText(JSON.stringify(entry)).slice(0, 16)}`;
    all.unshift({ id, ...entry });
    [previous, fromGeneration] = [id, generation];
  }
  return {
    entries: keepRecent(all, { now, today, mostAge }),
    end: { latestId: previous, latestGeneration: fromGeneration },
  };
}

function keepRecent(
  all: readonly Change[],
  { now, today, mostAge }: { now: number; today: number; mostAge: number },
): Change[] {
  let bytes = 0;
  const kept: Change[] = [];
  for (const entry of all) {
    const isOver = entry.kinds.includes('days') && entry.dates.every((date) => addDays(mondayOf(date), 6) < today);
    if (isOver) continue;
    bytes += JSON.stringify(entry).length;
    const isOld = Date.parse(entry.publishedAt) <= now - mostAge;
    // What is older than one that left has left, too: nothing is missing between two.
    if (isOld || kept.length === changeLimits.entries || bytes > changeLimits.together) break;
    kept.push(entry);
  }
  return kept;
}

/** When an id was given, in milliseconds since 1970: it begins with that. A clock that goes back gives no smaller id. */
const momentOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'));
