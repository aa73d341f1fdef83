// Several classes, teachers, rooms or students together: their weeks side by side, with the periods in which all are free.

import type { GridCell, GridWeek, ResolvedTimetable, SchoolPeriod } from '../../../client/belfry-client.ts';
import { cycleDays, isSameDay } from '../../../client/dates/cycle-day.ts';
import { freeTogether } from '../../../client/find-free.ts';
import { gridFor } from '../../../client/grid/grid-for.ts';
import { element, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { type Address, type EntityName, writeAddress } from '../address.ts';
import { chooserPage } from '../choose/chooser-page.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { dayNames, periodName } from '../dates/period-words.ts';
import { cellButton } from '../grid/cell-button.ts';
import { openCellDialog } from '../grid/cell-dialog.ts';
import { coloursOf } from '../grid/colours-of.ts';
import type { ShownDay } from '../grid/day-columns.ts';
import { dayLabels, drawnWeeks } from '../grid/drawn-weeks.ts';
import { addGridKeys } from '../grid/grid-keys.ts';
import { type TimeLines, timeLines } from '../grid/time-lines.ts';
import { say } from '../say.ts';
import type { ShownPage } from '../shown-page.ts';
import { alignRows } from './align-rows.ts';

type Place = Extract<Address, { page: 'together' }>;

/** More weeks than this do not fit side by side. */
const maxGrids = 4;

export function togetherPage(timetable: ResolvedTimetable): ShownPage<Place> {
  const { id: versionId, name } = timetable.document;
  const entries = entriesOf(timetable);
  let chosen: readonly Entry[] = [];
  const addressOf = (some: readonly Entry[]) =>
    writeAddress({ page: 'together', versionId, of: some.map(({ kind, entityId }) => ({ kind, entityId })) });
  const without = (entry: Entry) => addressOf(chosen.filter((each) => each !== entry));
  const page = chooserPage(
    entries,
    (entry) => (chosen.includes(entry) ? without(entry) : addressOf([...chosen, entry])),
    [
      element(
        'div',
        { class: 'version-line no-print' },
        element('a', { href: writeAddress({ page: 'timetable', versionId, of: null, week: null }) }, nameOf(name)),
      ),
    ],
  );
  return {
    root: page.root,
    reveal: page.reveal,
    show({ of }) {
      chosen = of.flatMap((each) => findEntry(entries, each) ?? []);
      const free =
        chosen.length < 2
          ? []
          : freeTogether(
              timetable,
              chosen.map(({ selection }) => selection),
            );
      const content = element(
        'div',
        { class: 'together' },
        element('h1', { tabindex: '-1' }, say('sideBySide')),
        element('ul', { class: 'chips' }, ...chosen.map((entry) => chip(entry, without(entry)))),
        chosen.length < 2 && element('p', { class: 'empty' }, say('chooseSeveral')),
        chosen.length > maxGrids && element('p', { class: 'notice' }, say('firstGrids', { count: maxGrids })),
        sidesOf(timetable, chosen.slice(0, maxGrids), free),
        chosen.length > 1 && freeList(free, dayNames(timetable)),
      );
      page.show(chosen.at(-1) ?? null, content, chosen.map((entry) => entry.title).join(', '));
      return `${say('sideBySide')} · ${name}`;
    },
  };
}

const chip = ({ title }: Entry, href: string): HTMLElement =>
  element(
    'li',
    { class: 'badge' },
    nameOf(title),
    element('a', { href, class: 'no-print', 'aria-label': say('remove', { name: title }) }, ' ×'),
  );

/** The periods in which all are free, by day. */
function freeList(free: readonly SchoolPeriod[], dayName: ReturnType<typeof dayNames>): HTMLElement {
  const days = new Map<string, HTMLElement[]>();
  for (const period of free) {
    const day = dayName(period);
    days.set(day, [...(days.get(day) ?? []), nameOf(periodName(period))]);
  }
  return element(
    'section',
    { class: 'free-together', 'aria-labelledby': 'free-together' },
    element('h2', { id: 'free-together' }, say('freeTogether')),
    days.size === 0 && element('p', {}, say('neverFree')),
    element(
      'dl',
      {},
      ...[...days].flatMap(([day, periods]) => [element('dt', {}, nameOf(day)), element('dd', {}, ...listed(periods))]),
    ),
  );
}

/** The weeks of each, with the same lines at the same heights. */
function sidesOf(timetable: ResolvedTimetable, entries: readonly Entry[], free: readonly SchoolPeriod[]): HTMLElement {
  const grids = entries.map((entry) => gridFor(timetable, entry.selection).weeks);
  const lines = timeLines({ week: null, days: grids.flatMap((weeks) => weeks.flatMap(({ days }) => days)) });
  const sides = entries.map((entry, index) => side(timetable, entry, grids[index] ?? [], lines, free));
  const root = element('div', { class: 'sides' }, ...sides);
  const drawn = sides.map((each) => [...each.querySelectorAll<HTMLElement>('.week')]);
  alignRows(root, drawn[0]?.map((_, index) => drawn.flatMap((weeks) => weeks[index] ?? [])) ?? []);
  return root;
}

/** Marks the free boxes of a week in which all are free. */
function markFree(
  weeks: readonly GridWeek[],
  days: readonly ShownDay[],
  lines: TimeLines,
  free: readonly SchoolPeriod[],
) {
  for (const [index, { place }] of cycleDays(weeks).entries()) {
    const rows = free
      .filter((period) => isSameDay(period, place))
      .map(({ startTime, endTime }) => `${lines.lineOf(startTime)} / ${lines.lineOf(endTime)}`);
    for (const box of days[index]?.column.querySelectorAll<HTMLElement>('.free') ?? []) {
      if (!rows.includes(box.style.gridRow)) continue;
      box.classList.add('all-free');
      box.append(element('span', {}, say('freeTogether')));
    }
  }
}

function side(
  timetable: ResolvedTimetable,
  entry: Entry,
  weeks: readonly GridWeek[],
  lines: TimeLines,
  free: readonly SchoolPeriod[],
): HTMLElement {
  const { id: versionId } = timetable.document;
  const [naming, colourOf] = [namingOf(timetable), coloursOf(timetable)];
  const labels = dayLabels(weeks);
  const linkTo = (kind: EntityName['kind'], entityId: string) =>
    writeAddress({ page: 'timetable', versionId, of: { kind, entityId }, week: null });
  const draw = (cell: GridCell) =>
    cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () =>
      openCellDialog(cell, labels.get(cell) ?? null, naming, linkTo),
    );
  const { elements, days, tabsFor } = drawnWeeks(timetable, weeks, draw, null, undefined, lines);
  markFree(weeks, days, lines, free);
  const root = element(
    'article',
    { class: 'grid-page side' },
    element('h2', {}, element('a', { href: linkTo(entry.kind, entry.entityId) }, nameOf(entry.title))),
    ...elements,
  );
  elements[0]?.before(tabsFor(root));
  addGridKeys(root);
  return root;
}
