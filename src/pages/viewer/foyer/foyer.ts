// A screen in the foyer: shows today's lessons of the chosen entities in turn, unattended for months. It fetches the
// timetable each minute, which costs little while nothing changes (ETag), and changes to the version in use at midnight.
// While the server is unreachable it shows the last answer, with its time.

import { findInUse } from '../../../calendar/lessons/find-in-use.ts';
import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { NoAnswerError, RefusedError } from '../../../client/errors.ts';
import { resolveTimetable } from '../../../client/resolve-timetable.ts';
import { dayInWords, timeInWords, weekdayInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import type { FoyerAddress } from '../address.ts';
import type { Entry } from '../choose/entries.ts';
import { dates, today, todayNumber } from '../dates/dates.ts';
import { readDates } from '../dates/read-dates.ts';
import { staleSince } from '../dates/stale-since.ts';
import type { ViewerClient } from '../last-answers.ts';
import { say } from '../say.ts';
import { otherTimetables } from '../together/other-timetables.ts';
import { type EntryInAll, entriesInAll } from './day-in-all.ts';
import { fitBoard, foyerColumn, idlePage, nextSchoolDay } from './foyer-column.ts';
import { foyerNotes } from './foyer-notes.ts';

/** Milliseconds between two reads. */
const freshness = 60_000;
/** CSS pixels that a column needs: on a large screen more, so that its letters can be larger too. */
const columnWidth = () => Math.max(430, Math.min(innerWidth, innerHeight) / 2);

/** @param onRefused called when the API refuses the key, so that the screen shows nothing more */
export function foyer(client: ViewerClient, address: FoyerAddress, onRefused: (error: unknown) => void): HTMLElement {
  let shown: { timetable: ResolvedTimetable; entries: EntryInAll[]; isWhole: boolean } | null = null;
  let readAt: number | null = null;
  let isStale = false;
  let isPaused = false;
  /** The index of the first entry on the page. */
  let first = 0;
  /** How often the page was turned. */
  let turns = 0;
  const notes = element('div', { class: 'foyer-said' });
  const board = element('div', { class: 'board' });
  const heading = element('h1', {});
  const clock = element('span', { class: 'clock' });
  const state = element('p', { class: 'foyer-state' });
  const pause = element('button', { type: 'button', click: togglePause }, say('pause'));
  const fullScreen = () => void document.documentElement.requestFullscreen();
  const root = element(
    'main',
    { id: 'content', class: 'foyer' },
    element('div', { class: 'foyer-head' }, heading, clock, notes),
    board,
    element(
      'div',
      { class: 'foyer-foot' },
      state,
      element('button', { type: 'button', click: fullScreen }, say('fullScreen')),
      pause,
      element('a', { href: '#/', click: leaveFullScreen }, say('leave')),
    ),
  );

  function togglePause(): void {
    isPaused = !isPaused;
    pause.textContent = say(isPaused ? 'resume' : 'pause');
  }

  function draw(): void {
    const { date, time } = dates().now();
    const { timetable, entries = [], isWhole = true } = shown ?? {};
    const columns = Math.max(1, Math.floor(innerWidth / columnWidth()));
    if (first >= entries.length) first = 0;
    clock.textContent = `${weekdayInWords(date)} · ${timeInWords(time)}`;
    heading.replaceChildren(nameOf(timetable?.document.name ?? 'Belfry'));
    const next = timetable === undefined ? [] : nextDays(timetable, entries, date);
    notes.replaceChildren(...[foyerNotes(date, next[0] ?? null, turns) ?? []].flat());
    const idle = timetable === undefined ? null : idlePage(timetable, entries, date);
    if (idle !== null) board.replaceChildren(idle);
    else if (timetable !== undefined)
      board.replaceChildren(
        ...entries.slice(first, first + columns).map((entry) => foyerColumn(timetable, entry, date, time)),
      );
    else if (readAt !== null)
      board.replaceChildren(element('p', { class: 'empty' }, say('usedNone', { day: dayInWords(date) })));
    fitBoard(board);
    const pages = idle === null ? Math.ceil(entries.length / columns) : 1;
    state.replaceChildren(
      ...(pages > 1 ? [`${count(Math.floor(first / columns) + 1)} / ${count(pages)} `] : []),
      ...(isWhole ? [] : [say('otherNotRead')]),
      ...(isStale ? [element('strong', { class: 'badge draft', role: 'status' }, stale())] : []),
    );
  }

  const stale = () => (readAt === null ? say('unreachable') : staleSince(readAt));

  async function refresh(): Promise<void> {
    try {
      const timetable = await readInUse(client, address.groupId);
      if (timetable === null) shown = null;
      else {
        const { timetables, isWhole } = await otherTimetables(client, timetable.document);
        const entries = entriesInAll(timetable, timetables, isChosen);
        shown = { timetable, entries, isWhole };
        const date = todayNumber();
        const days = [date, ...nextDays(timetable, entries, date)];
        if ((await dates().school?.readDays(client.read, days)) === false)
          throw new NoAnswerError('No answer for a day');
      }
      readAt = Date.now();
      isStale = false;
    } catch (error) {
      if (root.isConnected && error instanceof RefusedError && [401, 402].includes(error.status)) onRefused(error);
      isStale = true;
    }
    if (!root.isConnected) return; // the reader went to another page
    draw();
    setTimeout(() => void refresh(), freshness);
  }
  const isChosen = ({ kind, hasContent, entityId }: Entry) =>
    kind === address.kind && (address.only.length === 0 ? hasContent : address.only.includes(entityId));

  function turn(): void {
    if (!root.isConnected) return;
    const before = first;
    if (!isPaused) {
      first += board.childElementCount;
      turns++;
    }
    draw();
    board.classList.toggle('turned', first !== before);
    setTimeout(turn, address.seconds * 1000);
  }
  // A window that becomes the full screen has room for other letters.
  const refit = () => (root.isConnected ? draw() : removeEventListener('resize', refit));
  addEventListener('resize', refit);
  setTimeout(turn, address.seconds * 1000);
  void refresh();
  return root;
}

function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
}

/** The most next school days that are read: classes may have other ones. */
const mostNextDays = 3;

/** The next school days of the entries, the earliest first; none without a calendar. */
const nextDays = (timetable: ResolvedTimetable, entries: readonly EntryInAll[], date: number): number[] =>
  dates().school === null
    ? []
    : [...new Set(entries.flatMap((entry) => nextSchoolDay(timetable, entry, date) ?? []))]
        .sort((one, other) => one - other)
        .slice(0, mostNextDays);

/** The version of a timetable that is in use today; null where none is. */
async function readInUse(client: ViewerClient, groupId: string): Promise<ResolvedTimetable | null> {
  await readDates(client, {}, 0);
  const inUse = findInUse((await client.list()).timetables, today()).find((each) => each.groupId === groupId);
  return inUse?.version ? resolveTimetable(await client.get(inUse.version.id)) : null;
}
