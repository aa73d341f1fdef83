// Reads what changed since the reader looked last, for the class, teacher or room that is shown, and adds it to its page.

import type { ChangesSince, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { changeCalls } from '../../../client/changes/changes-since.ts';
import { netChanges } from '../../../client/changes/net-changes.ts';
import type { Read } from '../../../client/create-reader.ts';
import { writeAddress } from '../address.ts';
import type { Entry } from '../choose/entries.ts';
import { todayNumber } from '../dates/dates.ts';
import type { ShownGrid } from '../grid/grid-page.ts';
import { loadLazyWords } from '../load-lazy-words.ts';
import { loadStyle } from '../load-style.ts';
import { joinDoubles } from './join-doubles.ts';
import { keptLooks } from './kept-looks.ts';
import { type Since, sinceSection } from './since-section.ts';

export async function showSince({ root, paper: [shown] }: ShownGrid, read: Read): Promise<void> {
  if (shown === undefined) return;
  const { timetable, entry } = shown;
  const { orgId, status } = timetable.document;
  // A draft is no publication. Students are named by no change, and of a group the class has the rest.
  if (status !== 'published' || entry.kind === 'student') return;
  const of = `${entry.kind}/${entry.entityId}`;
  const last = keptLooks.last(orgId, of);
  const calls = changeCalls(fromListOf(read), read);
  const answer = await calls.changesSince(last, { concerning: [entry.entityId, ...groupsIn(entry)] });
  if (!root.isConnected || answer.latestId === null) return;
  const { latestId } = answer;
  const see = () => keptLooks.keep(orgId, of, latestId);
  // A first look has nothing to be compared with, and after a month it cannot be told any more.
  const isMuch = answer.state === 'readEverything' && answer.why === 'truncated';
  if (last === null || (answer.state === 'readEverything' && !isMuch)) return see();
  const since = answer.state === 'followed' ? sinceIn(answer, timetable, entry) : muchChanged;
  if (!isMuch && since.lessons.length + since.days.length === 0 && since.versionHref === null) return see();
  await Promise.all([loadStyle('/lazy.css'), loadLazyWords()]);
  const section = sinceSection(since, timetable, last, entry.kind, () => {
    see();
    section.remove();
    root.querySelector<HTMLElement>('h1')?.focus();
  });
  if (root.isConnected) root.querySelector('.page-head')?.after(section);
}

const muchChanged: Since = { isMuch: true, lessons: [], days: [], versionHref: null };

/** Milliseconds for which the list is good while somebody goes from grid to grid. */
const freshness = 60_000;
let list: { read: Read; at: number; answer: ReturnType<Read> } | null = null;

const fromListOf =
  (read: Read): Read =>
  async (path) => {
    if (list?.read !== read || Date.now() - list.at > freshness) list = { read, at: Date.now(), answer: read(path) };
    try {
      return await list.answer;
    } catch (error) {
      list = null;
      throw error;
    }
  };

/** The class whose lessons a group has, too. */
const groupsIn = ({ groupOf }: Entry): string[] => (groupOf === null ? [] : [groupOf]);

function sinceIn(
  { changes }: Extract<ChangesSince, { state: 'followed' }>,
  { document: { id, groupId } }: ResolvedTimetable,
  entry: Entry,
): Since {
  const own = [entry.entityId, ...groupsIn(entry)];
  const isOwn = (entityIds: readonly string[]) => entityIds.some((each) => own.includes(each));
  const lessons = netChanges(changes, id).filter(({ before, after }) =>
    [before, after].some((unit) => unit !== null && isOwn(idsOf(unit))),
  );
  // One that names nobody may concern anybody.
  const days = changes.flatMap(({ dates, entityIds, kinds, truncated }) =>
    kinds.includes('days') && (truncated || isOwn(entityIds)) ? dates : [],
  );
  const [added] = changes
    .flatMap(({ timetables }) => timetables)
    .filter(
      (each) => each.kind === 'added' && each.groupId === groupId && each.timetableId !== id && isOwn(each.entityIds),
    )
    .slice(-1);
  const hrefOn = (date: number) => writeAddress({ page: 'timetable', versionId: id, of: entry, week: null, date });
  return {
    isMuch: false,
    // All of its lessons are new to readers, not to the school.
    lessons: changes.some((each) =>
      each.timetables.some(({ timetableId, kind }) => timetableId === id && kind === 'added'),
    )
      ? []
      : joinDoubles(lessons),
    days: [...new Set(days)]
      .filter((date) => date >= todayNumber())
      .sort()
      .map((date) => ({ date, href: hrefOn(date) })),
    versionHref:
      added === undefined
        ? null
        : writeAddress({ page: 'changes', groupId, before: id, after: added.timetableId, of: entry }),
  };
}

const idsOf = (
  unit: Record<'subjects' | 'teachers' | 'classes' | 'rooms', readonly { entityId: string }[]>,
): string[] =>
  [unit.subjects, unit.teachers, unit.classes, unit.rooms].flatMap((list) => list.map(({ entityId }) => entityId));
