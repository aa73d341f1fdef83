// The other timetables of the school that are in use: a person or a room may have lessons in several.

import { findInUse } from '../../../calendar/lessons/find-in-use.ts';
import { type ResolvedTimetable, resolveTimetable } from '../../../client/belfry-client.ts';
import { todayNumber } from '../dates/dates.ts';
import type { ViewerClient } from '../last-answers.ts';

export type OtherTimetables = {
  timetables: ResolvedTimetable[];
  /** False where one of them could not be read. */
  isWhole: boolean;
};

/** More timetables than any school has in use at once. */
const mostTimetables = 24;

/** Those in use today, or on the first day of a version that begins later. */
export async function otherTimetables(
  client: ViewerClient,
  { groupId, effectiveFrom }: { groupId: string; effectiveFrom: number | null },
  signal?: AbortSignal,
): Promise<OtherTimetables> {
  const call = signal === undefined ? {} : { signal };
  const date = Math.max(effectiveFrom ?? 0, todayNumber());
  const { timetables: list } = await client.list(call);
  const inUse = findInUse(list, date).flatMap(({ version }) => version ?? []);
  const others = inUse.filter((version) => version.groupId !== groupId);
  const read = await Promise.allSettled(others.slice(0, mostTimetables).map(({ id }) => client.get(id, call)));
  signal?.throwIfAborted();
  const timetables = read.flatMap((each) => (each.status === 'fulfilled' ? [resolveTimetable(each.value)] : []));
  return { timetables, isWhole: timetables.length === others.length };
}
