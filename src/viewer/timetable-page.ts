// One timetable version: the chooser and the grid. Going from grid to grid changes the grid alone.

import type { ResolvedTimetable } from '../client/belfry-client.ts';
import { type Address, writeAddress } from './address.ts';
import { windowInWords } from './calendar.ts';
import { chooser } from './chooser.ts';
import { element, nameOf } from './element.ts';
import { gridPage } from './grid-page.ts';
import { type Entry, entriesOf } from './people.ts';
import { labelOf } from './versions-page.ts';

type Place = Extract<Address, { page: 'timetable' }>;

export type TimetablePage = {
  root: HTMLElement;
  /** @returns what is shown, as the title of the window; null when the timetable has no such entry */
  show(of: Place['of'], week: number | null): string | null;
};

export function timetablePage(timetable: ResolvedTimetable): TimetablePage {
  const { document: version } = timetable;
  const entries = entriesOf(timetable);
  const here = (of: Place['of'], week: number | null = null): string =>
    writeAddress({ page: 'timetable', versionId: version.id, of, week });
  const list = chooser(entries, ({ kind, entityId }) => here({ kind, entityId }));
  const fold = element('details', { class: 'fold no-print' }, element('summary', {}, 'Choose another'), list.root);
  const wide = matchMedia('(min-width: 64rem)');
  const follow = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
  const grid = element('div', { class: 'grid-place' });
  const said = element('p', { class: 'heard', role: 'status' });

  return {
    root: element(
      'main',
      { id: 'content', class: 'timetable-page' },
      element(
        'div',
        { class: 'version-line no-print' },
        element('a', { href: '#/' }, 'All timetables'),
        element('strong', {}, nameOf(version.name)),
        element('span', {}, nameOf(labelOf(version))),
        element('span', { class: `badge ${version.status}` }, version.status === 'draft' ? 'Draft' : 'Published'),
        element('span', { class: 'quiet' }, windowInWords(version.effectiveFrom, version.effectiveTo)),
      ),
      element('div', { class: 'split' }, fold, grid),
      said,
    ),
    show(of, week) {
      const entry = of === null ? entries[0] : entries.find((each) => isOf(each, of));
      list.show(entry ?? null);
      if (entry === undefined) {
        grid.replaceChildren(
          element(
            'p',
            { class: 'empty' },
            of === null ? 'This timetable is empty.' : 'This version does not have that entry.',
          ),
        );
        return null;
      }
      const { kind, entityId } = entry;
      const links = {
        linkTo: (to: Entry['kind'], id: string) => here({ kind: to, entityId: id }),
        weekHref: (to: number | null) => here({ kind, entityId }, to),
      };
      const page = gridPage(timetable, entry, week, links);
      const staysInList = list.root.contains(document.activeElement);
      grid.replaceChildren(page);
      if (grid.isConnected && !(staysInList && fold.open && wide.matches)) page.querySelector('h1')?.focus();
      if (!wide.matches) fold.open = false;
      said.textContent = `Timetable of ${entry.name}`;
      return `${entry.name} · ${version.name}`;
    },
  };
}

const isOf = (entry: Entry, { kind, entityId }: NonNullable<Place['of']>) =>
  entry.kind === kind && entry.entityId === entityId;
