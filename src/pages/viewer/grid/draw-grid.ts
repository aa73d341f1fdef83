// Draws the weeks of one entry in one timetable, with today and the current lessons marked.

import type { GridCell, GridWeek, ResolvedTimetable } from '../../../client/belfry-client.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { cellButton } from './cell-button.ts';
import { type LinkTo, openCellDialog } from './cell-dialog.ts';
import { coloursOf } from './colours-of.ts';
import { markNow } from './day-columns.ts';
import { type DrawnWeeks, dayLabels, drawnWeeks } from './drawn-weeks.ts';
import type { Today } from './now-and-next.ts';

/** @param all all weeks of the cycle, of which some are drawn */
export function drawGrid(
  timetable: ResolvedTimetable,
  { kind }: Entry,
  { all, weeks, current }: { all: readonly GridWeek[]; weeks: readonly GridWeek[]; current: Today | null },
  linkTo: LinkTo,
): DrawnWeeks & { draw: (cell: GridCell) => HTMLElement } {
  const dayOf = dayLabels(all);
  const colourOf = coloursOf(timetable);
  const naming = namingOf(timetable);
  const buttons = new Map<GridCell, HTMLElement>();
  const draw = (cell: GridCell) => {
    const button = cellButton(cell, { kind, naming, color: colourOf(cell.subjects) }, () =>
      openCellDialog(cell, dayOf.get(cell) ?? null, naming, linkTo),
    );
    buttons.set(cell, button);
    return button;
  };
  const drawn = drawnWeeks(timetable, weeks, draw, current);
  markNow(drawn.days, current, buttons);
  return { ...drawn, draw };
}
