// Opens the pages that few readers open: the changes between versions, the free rooms, several weeks side by side, the
// calendar, and those for paper and screens. They are one part of the viewer, loaded together.

import { resolveTimetable } from '../../client/resolve-timetable.ts';
import type { Address } from './address.ts';
import { changesPage } from './changes/changes-page.ts';
import { versionPair } from './changes/version-pair.ts';
import { dates, today, todayNumber } from './dates/dates.ts';
import { speakNamesOf } from './dates/day-language.ts';
import { foyer } from './foyer/foyer.ts';
import type { ViewerClient } from './last-answers.ts';
import { loadStyle } from './load-style.ts';
import { printPage } from './paper/print-page.ts';
import { say } from './say.ts';
import { type OpenPage, onlyFor, type TimetableAddress } from './shown-page.ts';
import { freeRoomsPage } from './together/free-rooms-page.ts';
import { otherTimetables } from './together/other-timetables.ts';
import { togetherPage } from './together/together-page.ts';
import { calendarPage } from './year/calendar-page.ts';

export { addWeekCorrection } from './grid/week-correction.ts';
export { readElsewhere } from './together/elsewhere.ts';

// Loads their style before any of them is drawn; if that fails, they are readable without it.
await Promise.all(['/lazy.css', '/paper.css'].map(loadStyle));

/** A page that is drawn once: for paper, for a screen, or the calendar. @param onError shows what failed later */
export async function openSheet(
  address: Extract<Address, { page: 'print' | 'calendar' | 'foyer' }>,
  client: ViewerClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<{ root: HTMLElement; title: string }> {
  if (address.page === 'calendar') return { root: calendarPage(dates().school), title: say('calendar') };
  if (address.page === 'foyer') return { root: foyer(client, address, onError), title: say('foyer') };
  const document = await client.get(address.versionId, { signal });
  speakNamesOf(document);
  const others = await otherTimetables(client, document, signal);
  // Again before each print: what is different is of that moment.
  const readChanges = () => dates().school?.readWeeks(client.read, [todayNumber(), address.date ?? todayNumber()]);
  await readChanges();
  return {
    root: printPage(resolveTimetable(document), address, others, readChanges),
    title: `${say('printPage')} · ${document.name}`,
  };
}

export async function openLazyPage(
  address: Exclude<TimetableAddress, { page: 'timetable' }>,
  client: ViewerClient,
  signal: AbortSignal,
  listHref: () => string,
): Promise<OpenPage> {
  const read = async (id: string) => {
    const document = await client.get(id, { signal });
    speakNamesOf(document);
    return resolveTimetable(document);
  };
  if (address.page === 'changes') {
    const { groupId, before, after } = address;
    const list = await client.list({ signal });
    const versions = list.timetables.filter((each) => each.groupId === groupId);
    const pair = versionPair(versions, { before, after }, today());
    const compared =
      pair === null ? null : { before: await read(pair.before.id), after: await read(pair.after.id), versions };
    return { ...onlyFor('changes', changesPage(compared, listHref)), groupId };
  }
  const timetable = await read(address.versionId);
  const { groupId } = timetable.document;
  if (address.page === 'together') return { ...onlyFor('together', togetherPage(timetable)), groupId };
  const others = await otherTimetables(client, timetable.document, signal);
  return { ...onlyFor('free', freeRoomsPage(timetable, others)), groupId };
}
