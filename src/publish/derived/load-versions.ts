// Loads the published documents that a calendar and its weeks are made from. They come from the store, as readers have them,
// so that what is derived agrees with what is served, withheld versions and rollbacks included.

import type { Owned } from '../../access/ids.ts';
import type { VersionOnCalendar } from '../../calendar/assemble-calendar.ts';
import { type DerivedRange, versionsNeeded } from '../../calendar/derived-range.ts';
import { addDays, mondayOf } from '../../calendar/time/day.ts';
import { commandLine } from '../../command-line.ts';
import type { Pointer, Timetable, TimetableList } from '../../contract/types.generated.ts';
import { BrokenRecordError } from '../../errors.ts';
import { readData } from '../../snapshot/load-published.ts';
import { listName } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import { assertWithin, maxBytes, maxVersions } from './derived-limits.ts';

export type LoadedVersions = {
  /** All versions that apply within the months of the calendar, in the order of the list. */
  onCalendar: VersionOnCalendar[];
  /** Of these, the documents of those that apply within the days asked for. */
  documents: Timetable[];
};

/** YYYYMMDD, both included. */
export type Days = { firstDay: number; lastDay: number };

/** The days of the weeks that are served. */
export function daysOfWeeks({ today, weeks }: Pick<DerivedRange, 'today' | 'weeks'>): Days {
  const monday = mondayOf(today);
  return { firstDay: monday, lastDay: addDays(monday, 7 * weeks.length - 1) };
}

/**
 * @param days whose documents are needed: within the months of the calendar; by default those of the weeks
 * @throws BrokenRecordError when a file is missing or damaged; BrokenCalendarError when it is too much
 */
export async function loadVersions(
  store: Store,
  pointer: Owned<Pointer>,
  range: DerivedRange,
  days: Days = daysOfWeeks(range),
): Promise<LoadedVersions> {
  const list = JSON.parse(await readPublished(store, pointer, listName)) as TimetableList; // its hash is that of a checked list
  const onCalendar = versionsNeeded(list.timetables, range.firstDay, range.lastDay);
  const needed = new Set(versionsNeeded(onCalendar, days.firstDay, days.lastDay));
  assertWithin(maxVersions, onCalendar.length, 'the calendar', 'versions');
  const bytesOf = (id: string) => pointer.timetables[id]?.identity.bytes ?? 0;
  const together = [...needed].reduce((sum, { id }) => sum + bytesOf(id), 0);
  assertWithin(maxBytes, together, 'the documents that apply together', 'MB');

  const loaded: LoadedVersions = { onCalendar: [], documents: [] };
  for (const entry of onCalendar) {
    assertWithin(maxBytes, bytesOf(entry.id), `version ${entry.id}`, 'MB');
    // The same: only a document that was checked is published under its hash.
    const document = JSON.parse(await readPublished(store, pointer, entry.id)) as Timetable;
    if (needed.has(entry)) loaded.documents.push(document);
    loaded.onCalendar.push(needed.has(entry) ? document : { ...entry, bellSchedule: document.bellSchedule });
  }
  return loaded;
}

/** The JSON text of a file that the pointer names, verified by its hash. */
async function readPublished(store: Store, pointer: Owned<Pointer>, name: string): Promise<string> {
  const file = name === listName ? pointer.list : pointer.timetables[name];
  const data = file && (await readData(store, pointer, name, file.hash));
  if (data != null) return data;
  const { organisationId } = pointer;
  throw new BrokenRecordError(
    `the published file of ${name} of organisation ${organisationId} is missing or damaged, so its calendar cannot be ` +
      `made; \`${commandLine(`build --organisation ${organisationId} --full`)}\` writes it again`,
  );
}
