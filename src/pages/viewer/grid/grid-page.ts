// The grid of one class, teacher, room, student or subject, with its heading and its unscheduled lessons.

import type { Grid, GridCell, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { gridFor } from '../../../client/grid/grid-for.ts';
import { dayInWords, windowInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import type { ShownWeek } from '../address.ts';
import type { Entry } from '../choose/entries.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { weekInWords } from '../dates/week-names.ts';
import { say } from '../say.ts';
import { labelOf } from '../versions-page.ts';
import type { LinkTo } from './cell-dialog.ts';
import { drawGrid } from './draw-grid.ts';
import { addGridKeys } from './grid-keys.ts';
import { nowAndNextSection, type Today, todayIn } from './now-and-next.ts';

export type GridPageLinks = {
  linkTo: LinkTo;
  /** The URL of the same grid with one week, or with all. */
  weekHref: (week: ShownWeek) => string;
  /** Redraws the same grid after the reader changed a setting. */
  redraw: () => void;
};

export type ShownGrid = {
  root: HTMLElement;
  today: Today | null;
  /** Says by how many weeks the cycle is further than counted. */
  shift: (weeks: number) => void;
};

/** The weeks that are shown, with what is current. @param week null for the current one, or all where no week is current */
export function shownWeeks(timetable: ResolvedTimetable, { selection }: Entry, week: ShownWeek) {
  const grid = gridFor(timetable, selection);
  const current = todayIn(timetable, selection);
  const shown = week === null ? (current?.week?.number ?? null) : week;
  const chosen = grid.weeks.filter((each) => each.week === shown);
  const isOne = chosen.length > 0;
  return { grid, current, weeks: isOne ? chosen : grid.weeks, shownWeek: isOne ? shown : ('all' as const) };
}

export function gridPage(
  timetable: ResolvedTimetable,
  entry: Entry,
  week: ShownWeek,
  { linkTo, weekHref, redraw }: GridPageLinks,
): ShownGrid {
  const { grid, current, weeks, shownWeek } = shownWeeks(timetable, entry, week);
  const { document: version } = timetable;
  const { groupId } = version;
  const { elements, tabsFor, draw } = drawGrid(timetable, entry, { all: grid.weeks, weeks, current }, linkTo);
  const special = dates().school?.special(timetable, entry.selection, todayNumber()) ?? null;
  const root = element(
    'article',
    { class: weeks.length > 1 ? 'grid-page two-weeks' : 'grid-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, nameOf(entry.name)),
      entry.kind !== 'room' && entry.kind !== 'subject' && pinButton(groupId, entry),
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
      grid.weeks.length > 1 && weekLinks(timetable, grid, shownWeek, weekHref),
    ),
    current !== null && nowAndNextSection(timetable, current),
    grid.weeks.every(({ days }) => days.every(({ blocks }) => blocks.length === 0)) &&
      element('p', { class: 'empty' }, say('nothingScheduled')),
    ...elements,
    grid.unplaced.length > 0 && unplacedList(grid.unplaced, draw),
    element(
      'p',
      { class: 'print-only quiet print-foot' },
      say('printed', { day: dayInWords(todayNumber()) }),
      ...(special === null ? [] : [' · ', ...special]),
    ),
  );
  elements[0]?.before(tabsFor(root));
  addGridKeys(root);
  const shift = (weeks: number) => {
    keptChoices.setShift(groupId, (keptChoices.shift(groupId) + weeks) % (current?.week?.of ?? 1));
    redraw();
  };
  return { root, today: current, shift };
}

function weekLinks(
  timetable: ResolvedTimetable,
  { weeks }: Grid,
  shown: ShownWeek,
  hrefOf: GridPageLinks['weekHref'],
): HTMLElement {
  const link = (week: ShownWeek, text: string) =>
    element('a', { href: hrefOf(week), 'aria-current': week === shown ? 'true' : null }, text);
  return element(
    'nav',
    { class: 'week-links no-print', 'aria-label': say('weeks') },
    ...weeks.map(({ week }) => link(week, weekInWords(timetable, week ?? 1))),
    link('all', say(weeks.length === 2 ? 'bothWeeks' : 'allWeeks')),
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
