// Draws the weeks of one entry in one timetable, with today and the current lessons marked.

import type { GridCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { loadLazyWords } from '../load-lazy-words.ts';
import { cellButton } from './cell-button.ts';
import type { LinkTo } from './cell-dialog.ts';
import { coloursOf } from './colours-of.ts';
import { markNow } from './day-columns.ts';
import type { DrawnWeek } from './drawn-day.ts';
import { type DrawnWeeks, dayLabels, drawnWeeks } from './drawn-weeks.ts';
import type { Today } from './now-and-next.ts';

/** @param date the day that comes first on a phone, where it is not today */
export function drawGrid(
  timetable: ResolvedTimetable,
  { kind }: Entry,
  { weeks, current, date }: { weeks: readonly DrawnWeek[]; current: Today | null; date: number | null },
  linkTo: LinkTo,
): DrawnWeeks & { draw: (cell: GridCell) => HTMLElement } {
  const dayOf = dayLabels(weeks);
  const colourOf = coloursOf(timetable);
  const naming = namingOf(timetable);
  const buttons = new Map<GridCell, HTMLElement>();
  const draw = (cell: GridCell) => {
    const button = cellButton(cell, { kind, naming, color: colourOf(cell.subjects) }, () => {
      // Loaded after the first grid, see once-shown.ts.
      Promise.all([import('./cell-dialog.ts'), loadLazyWords()])
        .then(([{ openCellDialog }]) => openCellDialog(cell, dayOf.get(cell) ?? null, naming, linkTo, kind))
        .catch(() => {});
    });
    buttons.set(cell, button);
    return button;
  };
  const drawn = drawnWeeks(timetable, weeks, draw, current, (day) => day.date === date);
  markNow(drawn.days, current, buttons);
  return { ...drawn, draw };
}
