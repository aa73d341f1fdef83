// A person, a class or a room has one week, whatever the number of timetables in use: below the grid of one stand the lessons
// that the others have, and its banner says what is on now in all of them.

import type { ResolvedTimetable, TimetableClient } from '../../../client/belfry-client.ts';
import { element, nameOf } from '../../ui/element.ts';
import { writeAddress } from '../address.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { drawGrid } from '../grid/draw-grid.ts';
import { addGridKeys } from '../grid/grid-keys.ts';
import { type ShownGrid, shownWeeks } from '../grid/grid-page.ts';
import { say } from '../say.ts';
import { otherTimetables } from './other-timetables.ts';

/** Adds the other timetables below the grid that is shown, and tells its banner of the lessons that they have today. */
export type ShowElsewhere = (entry: Entry, shown: ShownGrid) => void;

export async function readElsewhere(
  client: TimetableClient,
  version: { groupId: string; effectiveFrom: number | null },
): Promise<ShowElsewhere> {
  const nothing = { timetables: [], isWhole: false };
  const { timetables, isWhole } = await otherTimetables(client, version).catch(() => nothing);
  const others = timetables.map((timetable) => ({ timetable, entries: entriesOf(timetable) }));
  return (entry, { root: page, today }) => {
    for (const { timetable, entries } of others) {
      const own = findEntry(entries, entry);
      if (!own?.hasContent) continue;
      const { grid, current, weeks } = shownWeeks(timetable, own, null);
      if (current?.day) today?.add(current.day);
      page.append(weeksIn(timetable, own, { all: grid.weeks, weeks, current }));
    }
    if (!isWhole) page.append(element('p', { class: 'notice', role: 'status' }, say('otherNotRead')));
  };
}

function weeksIn(timetable: ResolvedTimetable, entry: Entry, shown: Parameters<typeof drawGrid>[2]): HTMLElement {
  const { id: versionId, name } = timetable.document;
  const hrefOf = (kind: Entry['kind'], entityId: string) =>
    writeAddress({ page: 'timetable', versionId, of: { kind, entityId }, week: null });
  const { elements, tabsFor } = drawGrid(timetable, entry, shown, hrefOf);
  const heading = element('h2', {}, element('a', { href: hrefOf(entry.kind, entry.entityId) }, nameOf(name)));
  const root = element('section', { class: 'elsewhere' }, heading, ...elements);
  heading.after(tabsFor(root));
  addGridKeys(root);
  return root;
}
