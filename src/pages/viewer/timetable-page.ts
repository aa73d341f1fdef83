// One timetable version: the chooser and the grid. Changing the entry redraws only the grid.

import type { ResolvedTimetable, TimetableVersionSummary } from '../../client/belfry-client.ts';
import type { Read } from '../../client/create-reader.ts';
import { windowInWords } from '../ui/date-words.ts';
import { element, nameOf } from '../ui/element.ts';
import { type Address, type ShownWeek, writeAddress } from './address.ts';
import { chooserPage } from './choose/chooser-page.ts';
import { type Entry, entriesOf, findEntry } from './choose/entries.ts';
import { dates } from './dates/dates.ts';
import { speakNamesOf } from './dates/day-language.ts';
import { warnOfDays } from './dates/warn-of-days.ts';
import { foldedMenu } from './folded-menu.ts';
import { gridPage, type ShownGrid, shownWeeks } from './grid/grid-page.ts';
import { loadLazyWords } from './load-lazy-words.ts';
import { say } from './say.ts';
import type { ShownPage } from './shown-page.ts';
import { versionSelect } from './version-select.ts';

type Place = Extract<Address, { page: 'timetable' }>;

/**
 * @param versions all versions of the organisation, for the links between those of this timetable
 * @param listHref the URL of the list of timetables, as the reader left it
 * @param complete adds what is loaded after the grid is shown
 */
export function timetablePage(
  timetable: ResolvedTimetable,
  versions: readonly TimetableVersionSummary[],
  read: Read,
  listHref: () => string,
  complete: (entry: Entry, shown: ShownGrid) => void,
): ShownPage<Place> {
  const { document: version } = timetable;
  const areDaysClear = speakNamesOf(version);
  const entries = entriesOf(timetable);
  let shownWeek: ShownWeek = null;
  let shownDate: number | null = null;
  const here = (of: Place['of'], week: ShownWeek = shownWeek, versionId = version.id, date = shownDate): string =>
    writeAddress({ page: 'timetable', versionId, of, week, date });
  let shown: Place['of'] = null;
  const back = element(
    'a',
    { href: listHref(), click: () => back.setAttribute('href', listHref()) },
    say('allTimetables'),
  );
  const printHref = (of: Place['of']) =>
    writeAddress({ page: 'print', versionId: version.id, of, date: of === null ? null : printedDate });
  let printedDate: number | null = null;
  const print = element(
    'button',
    { type: 'button', hidden: true, click: () => location.assign(printHref(shown)) },
    say('print'),
  );
  const changes = element('a', {}, say('changes'));
  const together = element('a', {}, say('sideBySide'));
  const calendar = element('a', { href: writeAddress({ page: 'calendar' }) }, say('calendar'));
  const save = element(
    'button',
    { type: 'button', hidden: true, click: () => void openSaving().catch(sayWhy) },
    say('save'),
  );
  const sayWhy = () => {
    save.textContent = say('unreachable');
  };
  const openSaving = async () => {
    save.textContent = say('save');
    const entry = shown === null ? undefined : findEntry(entries, shown);
    const [{ openSaveDialog }] = await Promise.all([import('./saving/save-dialog.ts'), loadLazyWords()]);
    if (entry === undefined) return;
    const { grid, weeks } = shownWeeks(timetable, entry, shownWeek, shownDate);
    openSaveDialog(timetable, entry, weeks, grid.unplaced);
  };
  const others = foldedMenu(
    'others',
    [
      element(
        'div',
        {},
        versions.filter(({ groupId }) => groupId === version.groupId).length > 1 && changes,
        together,
        element('a', { href: writeAddress({ page: 'free', versionId: version.id, at: null }) }, say('freeRooms')),
        calendar,
        element('a', { href: printHref(null) }, say('printPage')),
      ),
    ],
    true,
  );
  others.summary.append(say('more'));
  const menu = foldedMenu('page-menu', [
    element(
      'div',
      { class: 'version-line' },
      back,
      element('strong', {}, nameOf(version.name)),
      versionSelect(version, versions, (id) => location.assign(here(shown, shownWeek, id)), say('version')),
      version.status === 'draft' && element('span', { class: 'badge draft' }, say('draft')),
      element('span', { class: 'quiet' }, windowInWords(version.effectiveFrom, version.effectiveTo)),
      element('div', { class: 'actions' }, print, save, others.root),
    ),
    version.description.trim() !== '' && element('p', { class: 'about', dir: 'auto' }, version.description),
  ]);
  menu.summary.append(say('more'));
  const doubt = element('p', { class: 'notice', role: 'status', hidden: true });
  // Without the warning, the timetable is shown all the same.
  if (!areDaysClear) void warnOfDays(version, doubt).catch(() => {});
  const page = chooserPage(entries, ({ kind, entityId }) => here({ kind, entityId }), [menu.root, doubt]);
  return {
    root: page.root,
    reveal: page.reveal,
    async show(address, signal) {
      const { of, week, date = null } = address;
      const entry = of === null ? (entries.find(({ hasContent }) => hasContent) ?? entries[0]) : findEntry(entries, of);
      if (entry !== undefined) await dates().school?.readFor(read, timetable, entry.selection, date);
      signal?.throwIfAborted();
      shown = entry ?? of;
      shownWeek = week;
      shownDate = date;
      const { groupId } = version;
      calendar.hidden = dates().school === null;
      save.hidden = print.hidden = entry === undefined;
      changes.href = writeAddress({ page: 'changes', groupId, before: null, after: null, of: shown });
      together.href = writeAddress({ page: 'together', versionId: version.id, of: shown === null ? [] : [shown] });
      if (entry === undefined) {
        const text = say(of === null ? 'emptyTimetable' : 'noSuchEntry');
        page.show(null, element('h1', { class: 'empty', tabindex: '-1' }, text), text);
        return version.name;
      }
      const { kind, entityId } = entry;
      const links = {
        linkTo: (to: Entry['kind'], id: string) => here({ kind: to, entityId: id }),
        weekHref: (to: ShownWeek) => here({ kind, entityId }, to, version.id, null),
        byDate: {
          versions,
          date,
          dateHref: (to: number | null, versionId: string) => here({ kind, entityId }, null, versionId, to),
        },
        redraw: () => void this.show(address),
      };
      const grid = gridPage(timetable, entry, week, links);
      page.show(entry, grid.root, say('timetableOf', { name: entry.name }));
      printedDate = grid.date;
      // Without it, the page is printed as it is, and stays as it is.
      import('./once-shown.ts').then(({ onceShown }) => onceShown(grid, read, versions)).catch(() => {});
      complete(entry, grid);
      return `${entry.name} · ${version.name}`;
    },
  };
}
