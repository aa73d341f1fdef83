// Reads the school's calendar. What only calendars need is a part of the viewer that is loaded when there is one.

import type { CallOptions, PublishedCalendar } from '../../../client/belfry-client.ts';
import type { ViewerClient } from '../last-answers.ts';
import { loadLazyWords } from '../load-lazy-words.ts';
import type { Dates } from './date-rule.ts';
import { dates, setDates } from './dates.ts';
import { readerDates } from './reader-dates.ts';

let read: { client: ViewerClient; at: number } | null = null;

/**
 * Sets the dates by which pages are drawn.
 * @param maxAge milliseconds after which the calendar is read again
 * @throws the errors of the client
 */
export async function readDates(client: ViewerClient, call: CallOptions, maxAge: number): Promise<void> {
  if (read?.client === client && Date.now() - read.at < maxAge) {
    if (dates().school !== null) await loadLazyWords();
    return;
  }
  const calendar = await client.calendar(call);
  const next = calendar === null ? readerDates : await datesOf(calendar);
  call.signal?.throwIfAborted();
  setDates(next);
  read = { client, at: Date.now() };
}

async function datesOf(calendar: PublishedCalendar): Promise<Dates> {
  const [{ schoolDates }] = await Promise.all([
    import('./school-dates.ts'),
    loadLazyWords(),
    import('./dates-style.ts'),
  ]);
  return schoolDates(calendar);
}
