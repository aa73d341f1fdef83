// One grid that shows a comparison: the lessons of the later version, and those that are gone or have moved where they were
// before.

import type { LessonChange, VersionComparison } from './comparison.ts';
import { type CycleDay, cycleDays, isSameDay } from './cycle-day.ts';
import type { GridCell, GridDay, GridWeek, PlacedCell } from './grid.ts';
import { layBlocks } from './lay-blocks.ts';

export type ChangedCell = PlacedCell & {
  /** Null for a lesson without a change. */
  change: LessonChange | null;
  /** Whether the cell shows the place that its lesson had before. */
  isFormer: boolean;
};

/** A day that only the earlier version has is shown with what it had. */
export function gridOfChanges({ before, after, changes }: VersionComparison): GridWeek<ChangedCell>[] {
  const changeOf = new Map<GridCell, LessonChange>();
  for (const change of changes) if (change.after !== null) changeOf.set(change.after.cell, change);
  const former = changes.flatMap((change) => formerCell(change) ?? []);

  const days = cycleDays(after.weeks);
  for (const each of cycleDays(before.weeks)) {
    const isKnown = days.some(({ place }) => isSameDay(place, each.place));
    if (!isKnown && former.some(({ place }) => isSameDay(place, each.place)))
      days.push({ ...each, day: { ...each.day, blocks: [] } });
  }
  const weeks: GridWeek<ChangedCell>[] = [];
  for (const { place, day } of days.sort((one, other) => (one.place.week ?? 0) - (other.place.week ?? 0))) {
    const cells = [
      ...cellsOf(day).map((cell) => ({ ...cell, change: changeOf.get(cell) ?? null, isFormer: false })),
      ...former.flatMap((each) => (isSameDay(each.place, place) ? [each.cell] : [])),
    ];
    const drawn = { ...day, blocks: layBlocks<ChangedCell>(cells) };
    const week = weeks.find((each) => each.week === place.week);
    if (week === undefined) weeks.push({ week: place.week, days: [drawn] });
    else week.days.push(drawn);
  }
  return weeks;
}

const cellsOf = ({ blocks }: GridDay): PlacedCell[] => blocks.flatMap(({ cells }) => cells);

/** A lesson at its earlier place; null where that is its place now. */
function formerCell(change: LessonChange): { place: CycleDay; cell: ChangedCell } | null {
  const { before, kinds } = change;
  if (before === null || before.day === null || !kinds.some((kind) => kind === 'gone' || kind === 'moved')) return null;
  return { place: before.day, cell: { ...before.cell, change, isFormer: true } };
}
