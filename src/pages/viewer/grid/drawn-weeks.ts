// The weeks of a grid, drawn: a heading for each numbered week, rows of days, and the tabs that choose one of the days on a
// phone.

import type { GridCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { element } from '../../ui/element.ts';
import { weekInWords } from '../dates/week-names.ts';
import { dayColumns, type ShownDay } from './day-columns.ts';
import { dayTabs } from './day-tabs.ts';
import type { DrawnDay, DrawnWeek } from './drawn-day.ts';
import type { Today } from './now-and-next.ts';
import { splitDays, type TimeLines } from './time-lines.ts';
import { type DrawCell, weekGrid } from './week-grid.ts';

export type DrawnWeeks = {
  elements: HTMLElement[];
  days: ShownDay[];
  /** The tabs of the days, which a swipe on `root` changes too. */
  tabsFor(root: HTMLElement): HTMLElement;
};

/** The label of the day of each cell. */
export function dayLabels(weeks: readonly DrawnWeek[]): Map<GridCell, string> {
  const labels = new Map<GridCell, string>();
  for (const { label, blocks } of weeks.flatMap(({ days }) => days))
    for (const cell of blocks.flatMap(({ cells }) => cells)) labels.set(cell, label);
  return labels;
}

/** @param hasMore whether a day has more to show than lessons; the tabs begin with the first of these, or else with today;
 * @param lines those of several weeks side by side, or each its own */
export function drawnWeeks(
  timetable: ResolvedTimetable,
  weeks: readonly DrawnWeek[],
  draw: DrawCell,
  today: Today | null,
  hasMore: (day: DrawnDay) => boolean = () => false,
  lines?: TimeLines,
): DrawnWeeks {
  // Above a single week, the links to the others say which it is; paper has no links.
  const isOne = weeks.length === 1;
  const nameOf = (week: number) => weekInWords(timetable, week);
  const titleOf = ({ week }: DrawnWeek) => (week === null || isOne ? null : nameOf(week));
  const rows = weeks.flatMap((each) =>
    splitDays(each).map((row) => ({ row, root: weekGrid(row, draw, titleOf(row), lines) })),
  );
  const days = dayColumns(rows, today);
  const first =
    days.find(({ day }) => hasMore(day)) ??
    days.find(({ isToday }) => isToday) ??
    days.find(({ day }) => day.blocks.length > 0);
  return {
    elements: weeks.flatMap((each) => [
      ...(each.week === null
        ? []
        : [element('h2', { class: isOne ? 'week-title print-only' : 'week-title' }, nameOf(each.week))]),
      ...rows.flatMap(({ row, root }) => (row.week === each.week ? [root] : [])),
    ]),
    days,
    tabsFor: (root) => dayTabs(days, first === undefined ? 0 : days.indexOf(first), root),
  };
}
