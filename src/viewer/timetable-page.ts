// One timetable version: the chooser and the grid. Changing the entry redraws only the grid.

import type { ResolvedTimetable, TimetableVersionSummary } from '../client/belfry-client.ts';
import { type Address, writeAddress } from './address.ts';
import { windowInWords } from './calendar.ts';
import { chooser } from './chooser.ts';
import { element, nameOf } from './element.ts';
import { gridPage } from './grid-page.ts';
import { type Entry, entriesOf } from './people.ts';
import { say } from './say.ts';
import { labelOf } from './versions-page.ts';

type Place = Extract<Address, { page: 'timetable' }>;

export type TimetablePage = {
  root: HTMLElement;
  /** Scrolls the list to the chosen entry. The page must be in the document. */
  reveal(): void;
  /** @returns the window title for what is shown; null when the timetable has no such entry */
  show(of: Place['of'], week: number | null): string | null;
};

/**
 * @param versions all versions of the organisation, for the links between those of this timetable
 * @param listHref the URL of the list of timetables, as the reader left it
 */
export function timetablePage(
  timetable: ResolvedTimetable,
  versions: readonly TimetableVersionSummary[],
  listHref: () => string,
): TimetablePage {
  const { document: version } = timetable;
  const entries = entriesOf(timetable);
  const here = (of: Place['of'], week: number | null = null, versionId = version.id): string =>
    writeAddress({ page: 'timetable', versionId, of, week });
  let shown: Place['of'] = null;
  const list = chooser(entries, ({ kind, entityId }) => here({ kind, entityId }));
  const fold = element('details', { class: 'fold no-print' }, element('summary', {}, say('chooseAnother')), list.root);
  const wide = matchMedia('(min-width: 64rem)');
  const follow = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
  fold.addEventListener('toggle', () => list.reveal());
  const back = element(
    'a',
    { href: listHref(), click: () => back.setAttribute('href', listHref()) },
    say('allTimetables'),
  );
  const grid = element('div', { class: 'grid-place' });
  const said = element('p', { class: 'heard', role: 'status' });

  return {
    root: element(
      'main',
      { id: 'content', class: 'timetable-page' },
      element(
        'div',
        { class: 'version-line no-print' },
        back,
        element('strong', {}, nameOf(version.name)),
        versionChoice(version, versions, (id) => location.assign(here(shown, null, id))),
        version.status === 'draft' && element('span', { class: 'badge draft' }, say('draft')),
        element('span', { class: 'quiet' }, windowInWords(version.effectiveFrom, version.effectiveTo)),
        element('span', { class: 'quiet' }, nameOf(version.orgId)),
      ),
      version.description.trim() !== '' && element('p', { class: 'about no-print', dir: 'auto' }, version.description),
      element('div', { class: 'split' }, fold, grid),
      said,
    ),
    reveal: list.reveal,
    show(of, week) {
      const entry =
        of === null
          ? (entries.find(({ hasLessons }) => hasLessons) ?? entries[0])
          : entries.find((each) => isOf(each, of));
      shown = entry ?? of;
      list.show(entry ?? null);
      if (entry === undefined) {
        grid.replaceChildren(element('p', { class: 'empty' }, say(of === null ? 'emptyTimetable' : 'noSuchEntry')));
        return null;
      }
      const { kind, entityId } = entry;
      const links = {
        linkTo: (to: Entry['kind'], id: string) => here({ kind: to, entityId: id }),
        weekHref: (to: number | null) => here({ kind, entityId }, to),
        again: () => void this.show(of, week),
      };
      const page = gridPage(timetable, entry, week, links);
      const staysInList = list.root.contains(document.activeElement);
      grid.replaceChildren(page);
      if (grid.isConnected && !(staysInList && fold.open && wide.matches)) page.querySelector('h1')?.focus();
      if (!wide.matches) fold.open = false;
      said.textContent = say('timetableOf', { name: entry.name });
      return `${entry.name} · ${version.name}`;
    },
  };
}

const isOf = (entry: Entry, { kind, entityId }: NonNullable<Place['of']>) =>
  entry.kind === kind && entry.entityId === entityId;

/** The version that is shown, with links to the same entity in the other versions of the timetable. */
function versionChoice(
  version: TimetableVersionSummary,
  all: readonly TimetableVersionSummary[],
  goTo: (id: string) => void,
): HTMLElement {
  const own = all.filter(({ groupId }) => groupId === version.groupId);
  if (own.length < 2) return element('span', {}, nameOf(labelOf(version)));
  const choice = element(
    'select',
    { 'aria-label': say('version'), change: () => goTo(choice.value) },
    ...own.map((each) => {
      const label = each.status === 'draft' ? say('versionDraft', { version: labelOf(each) }) : labelOf(each);
      return element('option', { value: each.id, selected: each.id === version.id, dir: 'auto' }, label);
    }),
  );
  return choice;
}
