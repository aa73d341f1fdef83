// Wakes a scheduler when something is committed to the queue. On a server one statement waits for it, so that an idle publisher
// does next to nothing; the embedded server runs one statement at a time, so there the queue is looked at now and then.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../../database/connect/open-database.ts';
import type { Work } from '../../database/queue/pending-changes.ts';
import { readSeen, type Seen, waitForChanges } from '../../database/queue/wait-for-changes.ts';
import { retryInterval } from '../engine/schedule.ts';

/** Milliseconds for which one statement waits. Its snapshot keeps dead rows from being vacuumed for as long. */
const longestWait = 2_000;
/** Milliseconds between two looks in the server. Changes of access notify as well. */
const pause: Record<Work, number> = { access: 50, documents: 10, days: 50, derived: 250 };
/** At least, while nobody writes to the server at all: a look costs the same whatever it finds. */
const quietPause = 25;
/** The same on the embedded server, and after a find, so that a stream of commits does not cause a stream of statements. */
const [embeddedPause, pauseAfterFind] = [250, 5];

/** @param onChange called after each commit of this kind of work, and once at the start */
export async function awaitChanges(
  { database, hasOneSession }: Pick<OpenDatabase, 'database' | 'hasOneSession'>,
  work: Work,
  onChange: () => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<null>((end) => signal.addEventListener('abort', () => end(null), { once: true }));
  const rest = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  let seen: Seen | null = null;
  let isQuiet = false;
  while (!signal.aborted) {
    try {
      if (seen === null) {
        seen = await readSeen(database);
        onChange();
      }
      const rested = isQuiet ? Math.max(pause[work], quietPause) : pause[work];
      const waiting = waitForChanges(database, work, seen, hasOneSession ? 0 : longestWait, rested);
      const waited = await Promise.race([waiting, aborted]);
      if (waited === null) return void waiting.catch(() => {}); // nobody waits for it; it ends by itself
      isQuiet = waited.seen === seen; // any transaction that writes changes the snapshot
      seen = waited.seen;
      if (waited.found) onChange();
      if (hasOneSession || waited.found) await rest(hasOneSession ? embeddedPause : pauseAfterFind);
    } catch (error) {
      onFailure(error);
      seen = null; // what was committed meanwhile is found by reading the whole queue
      await rest(retryInterval);
    }
  }
}
