// The grid of one class, teacher, room, student or subject, with its heading and its unscheduled lessons.

import type { Grid, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { gridFor } from '../../../client/grid/grid-for.ts';
import { element, nameOf } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import type { ShownWeek } from '../address.ts';
import type { Entry } from '../choose/entries.ts';
import type { WeekLinks } from '../dates/date-rule.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { weekInWords } from '../dates/week-names.ts';
import type { OnPaper } from '../paper/print-sheet.ts';
import { say } from '../say.ts';
import type { LinkTo } from './cell-dialog.ts';
import { drawGrid } from './draw-grid.ts';
import { addGridKeys } from './grid-keys.ts';
import { nowAndNextSection, type Today, todayIn } from './now-and-next.ts';
import { unplacedList } from './unplaced-list.ts';

export type GridPageLinks = {
  linkTo: LinkTo;
  /** The URL of the same grid with one week, or with all. */
  weekHref: (week: ShownWeek) => string;
  byDate: Omit<WeekLinks, 'plainHref'>;
  /** Redraws the same grid after the reader changed a setting. */
  redraw: () => void;
};

export type ShownGrid = {
  root: HTMLElement;
  today: Today | null;
  /** In the week of dates that is shown; null where the plain cycle is. */
  date: number | null;
  /** What is printed of it. Other timetables add theirs. */
  paper: OnPaper[];
  /** Says by how many weeks the cycle is further than counted. */
  shift: (weeks: number) => void;
};

/**
 * The weeks that are shown, with what is current.
 * @param week null for the current one, or all where no week is current
 * @param date in the week of dates that is shown, at a school with a calendar; null for the present one
 */
export function shownWeeks(
  timetable: ResolvedTimetable,
  { selection }: Entry,
  week: ShownWeek,
  date: number | null,
  links?: WeekLinks,
) {
  const grid = gridFor(timetable, selection);
  const current = todayIn(timetable, selection);
  const day = week === null ? (date ?? current?.date ?? null) : null;
  const dated = day === null ? null : (dates().school?.week(timetable, selection, day, links) ?? null);
  if (dated !== null) return { grid, current, weeks: [dated.week], shownWeek: null, dated };
  const shown = week === null ? (current?.week?.number ?? null) : week;
  const chosen = grid.weeks.filter((each) => each.week === shown);
  const isOne = chosen.length > 0;
  return { grid, current, weeks: isOne ? chosen : grid.weeks, shownWeek: isOne ? shown : ('all' as const), dated };
}

export function gridPage(
  timetable: ResolvedTimetable,
  entry: Entry,
  week: ShownWeek,
  { linkTo, weekHref, byDate, redraw }: GridPageLinks,
): ShownGrid {
  const links = { ...byDate, plainHref: weekHref('all') };
  const { grid, current, weeks, shownWeek, dated } = shownWeeks(timetable, entry, week, byDate.date, links);
  const { document: version } = timetable;
  const { groupId } = version;
  const { elements, tabsFor, draw } = drawGrid(timetable, entry, { weeks, current, date: byDate.date }, linkTo);
  const { school } = dates();
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
      version.status === 'draft' && element('span', { class: 'badge draft' }, say('draft')),
      dated === null && grid.weeks.length > 1 && weekLinks(timetable, grid, shownWeek, weekHref),
      school?.steps(timetable, dated, links),
    ),
    current !== null && nowAndNextSection(timetable, current),
    grid.weeks.every(({ days }) => days.every(({ blocks }) => blocks.length === 0)) &&
      element('p', { class: 'empty' }, say('nothingScheduled')),
    dated?.notes(current?.date),
    ...elements,
    grid.unplaced.length > 0 && unplacedList(grid.unplaced, draw),
  );
  elements[0]?.before(tabsFor(root));
  addGridKeys(root);
  const shift = (weeks: number) => {
    keptChoices.setShift(groupId, (keptChoices.shift(groupId) + weeks) % (current?.week?.of ?? 1));
    redraw();
  };
  const paper = [{ timetable, entry, weeks, dated, unplaced: grid.unplaced }];
  return { root, today: current, date: dated && (byDate.date ?? todayNumber()), paper, shift };
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
