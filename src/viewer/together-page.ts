// Several classes, teachers, rooms or students together: the periods in which all are free, and their weeks side by side.

import type { GridCell, ResolvedTimetable } from '../client/belfry-client.ts';
import { freeTogether } from '../client/find-free.ts';
import { gridFor } from '../client/grid-for.ts';
import { type Address, type EntityName, writeAddress } from './address.ts';
import { cellButton } from './cell-button.ts';
import { openCellDialog } from './cell-dialog.ts';
import { chooserPage } from './chooser-page.ts';
import { coloursOf } from './colours-of.ts';
import { dayLabels, drawnWeeks } from './drawn-weeks.ts';
import { element, nameOf } from './element.ts';
import { type Entry, entriesOf, findEntry } from './entries.ts';
import { addGridKeys } from './grid-keys.ts';
import { namingOf } from './naming.ts';
import { dayName, periodName } from './period-words.ts';
import { listed } from './phrase.ts';
import { say } from './say.ts';
import type { ShownPage } from './shown-page.ts';

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
      const content = element(
        'div',
        {},
        element('h1', { tabindex: '-1' }, say('sideBySide')),
        element('ul', { class: 'chips' }, ...chosen.map((entry) => chip(entry, without(entry)))),
        chosen.length < 2 ? element('p', { class: 'empty' }, say('chooseSeveral')) : freeList(timetable, chosen),
        element('div', { class: 'sides' }, ...chosen.slice(0, maxGrids).map((entry) => side(timetable, entry))),
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
function freeList(timetable: ResolvedTimetable, chosen: readonly Entry[]): HTMLElement {
  const days = new Map<string, HTMLElement[]>();
  for (const period of freeTogether(
    timetable,
    chosen.map(({ selection }) => selection),
  )) {
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

function side(timetable: ResolvedTimetable, entry: Entry): HTMLElement {
  const { id: versionId } = timetable.document;
  const { weeks } = gridFor(timetable, entry.selection);
  const [naming, colourOf] = [namingOf(timetable), coloursOf(timetable)];
  const labels = dayLabels(weeks);
  const linkTo = (kind: EntityName['kind'], entityId: string) =>
    writeAddress({ page: 'timetable', versionId, of: { kind, entityId }, week: null });
  const draw = (cell: GridCell) =>
    cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () =>
      openCellDialog(cell, labels.get(cell) ?? null, naming, linkTo),
    );
  const { elements, tabsFor } = drawnWeeks(weeks, draw, null);
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
