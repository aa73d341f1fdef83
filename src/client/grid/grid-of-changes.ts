// One grid that shows a comparison: the lessons of the later version, and those that are gone or have moved where they were
// before.

import type { LessonChange, VersionComparison } from '../comparison/comparison.ts';
import { type CycleDay, cycleDays } from '../dates/cycle-day.ts';
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
  const former = new Map<string, ChangedCell[]>();
  for (const change of changes) {
    const found = formerCell(change);
    if (found === null) continue;
    const ofDay = former.get(dayKey(found.place));
    if (ofDay === undefined) former.set(dayKey(found.place), [found.cell]);
    else ofDay.push(found.cell);
  }

  const days = cycleDays(after.weeks);
  const known = new Set(days.map(({ place }) => dayKey(place)));
  for (const each of cycleDays(before.weeks)) {
    if (!known.has(dayKey(each.place)) && former.has(dayKey(each.place)))
      days.push({ ...each, day: { ...each.day, blocks: [] } });
  }
  const weeks = new Map<number | null, GridWeek<ChangedCell>>();
  for (const { place, day } of days.sort((one, other) => (one.place.week ?? 0) - (other.place.week ?? 0))) {
    const cells = [
      ...cellsOf(day).map((cell) => ({ ...cell, change: changeOf.get(cell) ?? null, isFormer: false })),
      ...(former.get(dayKey(place)) ?? []),
    ];
    const drawn = { ...day, blocks: layBlocks<ChangedCell>(cells) };
    const week = weeks.get(place.week);
    if (week === undefined) weeks.set(place.week, { week: place.week, days: [drawn] });
    else week.days.push(drawn);
  }
  return [...weeks.values()];
}

const dayKey = ({ week, turn, dayOfWeek }: CycleDay): string => `${week} ${turn} ${dayOfWeek}`;

const cellsOf = ({ blocks }: GridDay): PlacedCell[] => blocks.flatMap(({ cells }) => cells);

/** A lesson at its earlier place; null where that is its place now. */
function formerCell(change: LessonChange): { place: CycleDay; cell: ChangedCell } | null {
  const { before, kinds } = change;
  if (before === null || before.day === null || !kinds.some((kind) => kind === 'gone' || kind === 'moved')) return null;
  return { place: before.day, cell: { ...before.cell, change, isFormer: true } };
}
