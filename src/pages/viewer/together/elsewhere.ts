// A person, a class or a room has one week, whatever the number of timetables in use: below the grid of one stand the lessons
// that the others have, and its banner says what is on now in all of them.

import type { GridDay, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { layBlocks } from '../../../client/grid/lay-blocks.ts';
import { element, nameOf } from '../../ui/element.ts';
import { writeAddress } from '../address.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { drawGrid } from '../grid/draw-grid.ts';
import { addGridKeys } from '../grid/grid-keys.ts';
import { type ShownGrid, shownWeeks } from '../grid/grid-page.ts';
import type { ViewerClient } from '../last-answers.ts';
import { say } from '../say.ts';
import { otherTimetables } from './other-timetables.ts';

/** Adds the other timetables below the grid that is shown, and tells its banner of the lessons that they have today. */
export type ShowElsewhere = (entry: Entry, shown: ShownGrid) => void;

export async function readElsewhere(
  client: ViewerClient,
  version: { groupId: string; effectiveFrom: number | null },
): Promise<ShowElsewhere> {
  const nothing = { timetables: [], isWhole: false };
  const { timetables, isWhole } = await otherTimetables(client, version).catch(() => nothing);
  const others = timetables.map((timetable) => ({ timetable, entries: entriesOf(timetable) }));
  return (entry, { root: page, today, date, paper }) => {
    for (const { timetable, entries } of others) {
      const own = findEntry(entries, entry);
      if (!own?.hasContent) continue;
      const { current, weeks, dated, grid } = shownWeeks(timetable, own, null, date);
      // What was added on a day is in no timetable, and stands in the first.
      const added = new Set(paper.flatMap((each) => each.weeks.flatMap(({ days }) => days.flatMap(addedOn))));
      for (const day of weeks.flatMap(({ days }) => days)) leaveOut(day, added);
      if (current?.day) {
        leaveOut(current.day, added);
        today?.add(current.day);
      }
      paper.push({ timetable, entry: own, weeks, dated, unplaced: grid.unplaced });
      page.append(weeksIn(timetable, own, { weeks, current, date }));
    }
    if (!isWhole) page.append(element('p', { class: 'notice', role: 'status' }, say('otherNotRead')));
  };
}

const addedOn = ({ blocks }: GridDay): string[] =>
  blocks.flatMap(({ cells }) => cells.flatMap(({ dated, units }) => (dated && units.length === 0 ? dated.id : [])));

function leaveOut(day: GridDay, ids: ReadonlySet<string>): void {
  const cells = day.blocks.flatMap((block) => block.cells);
  const left = cells.filter(({ dated, units }) => units.length > 0 || !ids.has(dated?.id ?? ''));
  if (left.length < cells.length) day.blocks = layBlocks(left);
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
