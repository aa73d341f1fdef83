// A person, a class or a room has one week, whatever the number of timetables in use: below the grid of one stand the lessons
// that the others have, and its banner says what is on now in all of them.

import type { ResolvedTimetable, TimetableClient } from '../../client/belfry-client.ts';
import { writeAddress } from '../address.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { element, nameOf } from '../element.ts';
import { drawGrid } from '../grid/draw-grid.ts';
import { addGridKeys } from '../grid/grid-keys.ts';
import { shownWeeks } from '../grid/grid-page.ts';
import type { Today } from '../grid/now-and-next.ts';
import { say } from '../say.ts';
import { otherTimetables } from './other-timetables.ts';

/**
 * @param page the grid that is shown, to which the others are added
 * @param today of that page; its banner is told of the lessons that the others have today
 */
export type ShowElsewhere = (page: HTMLElement, entry: Entry, today: Today | null) => void;

export async function readElsewhere(
  client: TimetableClient,
  version: { groupId: string; effectiveFrom: number | null },
): Promise<ShowElsewhere> {
  const nothing = { timetables: [], isWhole: false };
  const { timetables, isWhole } = await otherTimetables(client, version).catch(() => nothing);
  const others = timetables.map((timetable) => ({ timetable, entries: entriesOf(timetable) }));
  return (page, entry, today) => {
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
