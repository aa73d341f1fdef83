// The day of one class, teacher or room in all timetables in use: a person has one day, whatever their number.

import type { GridCell, GridDay, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { layBlocks } from '../../../client/grid/lay-blocks.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { dates } from '../dates/dates.ts';

/** An entry, and the same person, class or room in the other timetables. */
export type EntryInAll = Entry & { elsewhere: readonly { timetable: ResolvedTimetable; entry: Entry }[] };

/** @param others the school's other timetables in use */
export function entriesInAll(
  timetable: ResolvedTimetable,
  others: readonly ResolvedTimetable[],
  isChosen: (entry: Entry) => boolean,
): EntryInAll[] {
  const all = others.map((other) => ({ timetable: other, entries: entriesOf(other) }));
  return entriesOf(timetable)
    .filter(isChosen)
    .map((entry) => ({
      ...entry,
      elsewhere: all.flatMap(({ timetable: other, entries }) => {
        const own = findEntry(entries, entry);
        return own?.hasContent ? [{ timetable: other, entry: own }] : [];
      }),
    }));
}

/**
 * What takes place, and beside it what does not.
 * @param date YYYYMMDD
 * @returns null on a day without school in all of them
 */
export function dayInAll(timetable: ResolvedTimetable, entry: EntryInAll, date: number): GridDay | null {
  const { lessonsOn } = dates();
  const days = [{ timetable, entry }, ...entry.elsewhere].flatMap(
    (each) => lessonsOn(each.timetable, each.entry.selection, date) ?? [],
  );
  const [first] = days;
  if (first === undefined) return null;
  const cells = days.flatMap(({ blocks, cancelled = [] }) => [...blocks.flatMap((block) => block.cells), ...cancelled]);
  // What was added on the day is in no timetable, and so in each of them.
  const ids = new Set<string>();
  const once = cells.filter(({ units, dated }) => {
    if (units.length > 0 || dated === undefined) return true;
    return !ids.has(dated.id) && ids.add(dated.id);
  });
  return { ...first, timelines: days.flatMap(({ timelines }) => timelines), blocks: layBlocks(once) };
}

/** The timetable that a lesson of the day is in: localIds are another's in another one. */
export const timetableOf = (timetable: ResolvedTimetable, { elsewhere }: EntryInAll, { units: [unit] }: GridCell) =>
  elsewhere.find((each) => unit !== undefined && each.timetable.lessonUnits.byLocalId.get(unit.localId) === unit)
    ?.timetable ?? timetable;
