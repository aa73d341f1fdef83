// The columns of the displayed days: the labels of their tabs, and which of them is today.

import type { GridCell, GridDay, PlacedCell } from '../../../client/belfry-client.ts';
import { nowAndNext } from '../../../client/dates/now-and-next.ts';
import { visuallyHidden } from '../../ui/element.ts';
import { clockTime } from '../dates/dates.ts';
import { say } from '../say.ts';
import type { DayColumn } from './day-tabs.ts';
import type { DrawnDay, DrawnWeek } from './drawn-day.ts';
import type { Today } from './now-and-next.ts';

export type ShownDay = DayColumn & { day: DrawnDay; isToday: boolean };

/** The columns in the page, each with its day. */
export function dayColumns(rows: readonly { row: DrawnWeek; root: HTMLElement }[], today: Today | null): ShownDay[] {
  const all = rows.flatMap(({ row, root }) => {
    const columns = [...root.querySelectorAll<HTMLElement>('.day')];
    return row.days.flatMap((day, index) => {
      const column = columns[index];
      return column === undefined ? [] : [{ day, week: row.week, column }];
    });
  });
  const labelOf = shortestLabels(all);
  const todayId = today?.day?.timelines[0]?.dayId;
  return all.map(({ day, week, column }) => ({
    day,
    column,
    label: labelOf({ day, week }),
    isToday:
      day.date === undefined
        ? todayId !== undefined &&
          day.timelines[0]?.dayId === todayId &&
          (week === null || today?.week === null || week === today?.week?.number)
        : day.date === today?.date,
  }));
}

type DayOfWeek = { day: GridDay; week: number | null };

const inWeek = (label: string, week: number | null) => (week === null ? label : `${label} ${week}`);
/** From the shortest to the longest. */
const labels: readonly ((each: DayOfWeek) => string)[] = [
  ({ day }) => day.shortLabel,
  ({ day, week }) => inWeek(day.shortLabel, week),
];

/** A tab has the shortest label that no other day has: an import may call all days `DAY` for short. */
const shortestLabels = (days: readonly DayOfWeek[]): ((each: DayOfWeek) => string) =>
  labels.find((labelOf) => new Set(days.map(labelOf)).size === days.length) ??
  (({ day, week }) => inWeek(day.label, week));

/** Marks today and the current lessons, visually and for screen readers. */
export function markNow(
  days: readonly ShownDay[],
  today: Today | null,
  buttons: ReadonlyMap<GridCell, HTMLElement>,
): void {
  for (const { day, column, isToday } of days) {
    if (!isToday || today === null) continue;
    column.classList.add('today');
    column.querySelector('.day-name')?.append(visuallyHidden(` (${say('today')})`));
    for (const cell of currentCells(day, today)) buttons.get(cell)?.setAttribute('aria-current', 'time');
  }
}

/** The cells of the column whose lessons are on now. On a day with other bells the times of the column are not today's. */
function currentCells(day: GridDay, { day: dated }: Today): GridCell[] {
  const { now } = nowAndNext(dated, clockTime());
  // What was added on the day has no units.
  const known = new Set<unknown>(now.flatMap((cell) => [cell.dated?.id, ...cell.units]));
  const isNow = (cell: PlacedCell) =>
    !cell.isOff && (known.has(cell.dated?.id ?? null) || cell.units.some((unit) => known.has(unit)));
  const found = day.blocks.flatMap(({ cells }) => cells.filter(isNow));
  const atTheirTime = found.filter(({ startTime }) => now.some((cell) => cell.startTime === startTime));
  return atTheirTime.length > 0 ? atTheirTime : found;
}
