// The grid of one class, teacher, room, student or subject, with its heading and its unscheduled lessons.

import { type Grid, type GridCell, gridFor, type PlacedCell, type ResolvedTimetable } from '../client/belfry-client.ts';
import { dayInWords, today, windowInWords } from './calendar.ts';
import { cellButton } from './cell-button.ts';
import { type LinkTo, openCellDialog } from './cell-dialog.ts';
import { dayColumns, markNow } from './day-columns.ts';
import { dayTabs } from './day-tabs.ts';
import { element, nameOf } from './element.ts';
import { addGridKeys } from './grid-keys.ts';
import { keptChoices } from './kept-choices.ts';
import { namingOf } from './naming.ts';
import { nowAndNextSection, todayIn } from './now-and-next.ts';
import type { Entry } from './people.ts';
import { say } from './say.ts';
import { splitDays } from './time-lines.ts';
import { labelOf } from './versions-page.ts';
import { weekGrid } from './week-grid.ts';

export type GridPageLinks = {
  linkTo: LinkTo;
  /** The URL of the same grid with one week, or with all. */
  weekHref: (week: number | null) => string;
  /** Redraws the same grid after the reader changed a setting. */
  again: () => void;
};

/** @param week a week of the cycle; null for all of them */
export function gridPage(
  timetable: ResolvedTimetable,
  entry: Entry,
  week: number | null,
  { linkTo, weekHref, again }: GridPageLinks,
): HTMLElement {
  const grid = gridFor(timetable, entry.selection);
  const { document: version } = timetable;
  const chosen = grid.weeks.filter((each) => each.week === week);
  const weeks = chosen.length > 0 ? chosen : grid.weeks;
  const dayOf = dayLabels(grid);
  const colourOf = coloursOf(timetable);
  const naming = namingOf(timetable);
  const buttons = new Map<GridCell, HTMLElement>();
  const draw = (cell: GridCell) => {
    const button = cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () =>
      openCellDialog(cell, dayOf.get(cell) ?? null, linkTo),
    );
    buttons.set(cell, button);
    return button;
  };
  const current = todayIn(timetable, entry.selection, grid);
  const rows = weeks.flatMap((each) => splitDays(each).map((row) => ({ row, root: weekGrid(row, draw) })));
  const days = dayColumns(rows, current);
  const first = days.find(({ isToday }) => isToday) ?? days.find(({ day }) => day.blocks.length > 0);
  markNow(days, current, buttons);
  const root = element(
    'article',
    { class: weeks.length > 1 ? 'grid-page two-weeks' : 'grid-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, nameOf(entry.name)),
      !entry.isActive && element('span', { class: 'badge' }, say('inactive')),
      element('span', { class: 'quiet' }, say(entry.kind), entry.detail !== '' && ' · ', nameOf(entry.detail)),
      element(
        'span',
        { class: 'print-only quiet' },
        nameOf(version.name),
        ' · ',
        nameOf(labelOf(version)),
        ` · ${windowInWords(version.effectiveFrom, version.effectiveTo)}`,
      ),
      version.status === 'draft' && element('span', { class: 'badge draft' }, say('draft')),
      grid.weeks.length > 1 && weekLinks(grid, chosen.length > 0 ? week : null, weekHref),
      entry.kind !== 'room' && entry.kind !== 'subject' && pinButton(version.groupId, entry),
      element('button', { type: 'button', class: 'no-print', click: () => print() }, say('print')),
    ),
    current !== null &&
      nowAndNextSection(current, () => {
        const { groupId } = version;
        keptChoices.setShift(groupId, (keptChoices.shift(groupId) + 1) % grid.weeks.length);
        again();
      }),
    grid.weeks.every(({ days }) => days.every(({ blocks }) => blocks.length === 0)) &&
      element('p', { class: 'empty' }, say('nothingScheduled')),
    ...weeks
      .flatMap((each) => [
        each.week !== null && element('h2', { class: 'week-title' }, say('week', { week: each.week })),
        ...rows.flatMap(({ row, root: drawn }) => (row.week === each.week ? [drawn] : [])),
      ])
      .filter((each) => each !== false),
    grid.unplaced.length > 0 && unplacedList(grid.unplaced, draw),
    element(
      'p',
      { class: 'print-only quiet' },
      say('printed', { day: dayInWords(Number(today().replaceAll('-', ''))) }),
    ),
  );
  const tabs = dayTabs(days, first === undefined ? 0 : days.indexOf(first), root);
  root.querySelector('.week-title, .week')?.before(tabs);
  addGridKeys(root);
  return root;
}

function dayLabels(grid: Grid): Map<GridCell, string> {
  const labels = new Map<GridCell, string>();
  for (const { days } of grid.weeks) {
    for (const { label, blocks } of days) {
      for (const cell of blocks.flatMap(({ cells }): PlacedCell[] => cells)) labels.set(cell, label);
    }
  }
  return labels;
}

function weekLinks({ weeks }: Grid, shown: number | null, hrefOf: GridPageLinks['weekHref']): HTMLElement {
  const link = (week: number | null, text: string) =>
    element('a', { href: hrefOf(week), 'aria-current': week === shown ? 'true' : null }, text);
  return element(
    'nav',
    { class: 'week-links no-print', 'aria-label': say('weeks') },
    link(null, say(weeks.length === 2 ? 'bothWeeks' : 'allWeeks')),
    ...weeks.map(({ week }) => link(week, say('week', { week: week ?? 1 }))),
  );
}

function unplacedList(cells: readonly GridCell[], draw: (cell: GridCell) => HTMLElement): HTMLElement {
  return element(
    'section',
    { class: 'unplaced', 'aria-labelledby': 'unplaced' },
    element('h2', { id: 'unplaced' }, say('notScheduled', { count: cells.length })),
    element('ul', {}, ...cells.map((cell) => element('li', {}, draw(cell)))),
  );
}

type Taught = GridCell['subjects'][number];

/**
 * The colour of a subject or course: its own, or a generated one. Courses have no colour in the specification, and a
 * week in a single colour is hard to read.
 * @returns a function from a cell to its colour, or to null; the colours are stable within a timetable
 */
function coloursOf({ document }: ResolvedTimetable): (taught: readonly Taught[]) => string | null {
  const given = new Map<string, string>();
  let ours = 0;
  for (const { localId, ...rest } of [...document.subjects, ...(document.courses ?? [])]) {
    const own = 'color' in rest ? rest.color : null;
    // A timetable's colour is free text, so it is used only if it is a valid colour and nothing more.
    const isColour = typeof own === 'string' && CSS.supports('color', own);
    // Steps of the golden angle: successive hues are as far apart as possible, however many there are.
    given.set(localId, isColour ? own : `oklch(0.58 0.12 ${((ours++ * 137.5) % 360).toFixed(1)})`);
  }
  return ([first]) => (first === undefined ? null : (given.get(first.localId) ?? null));
}

/** Pins one class, teacher or student, with which the viewer then opens. */
function pinButton(groupId: string, { kind, entityId }: Entry): HTMLElement {
  const mine = keptChoices.mine();
  let pinned = mine?.groupId === groupId && mine.kind === kind && mine.entityId === entityId;
  const button = element(
    'button',
    {
      type: 'button',
      class: 'no-print pin',
      title: say('mineTitle'),
      click: () => {
        pinned = !pinned;
        keptChoices.pin(pinned ? { groupId, kind, entityId } : null);
        button.setAttribute('aria-pressed', String(pinned));
      },
      'aria-pressed': String(pinned),
    },
    say('mine'),
  );
  return button;
}
