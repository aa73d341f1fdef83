// What a watcher of the database does besides publishing: it listens for notifications, catches up on what was missed before it
// started, and compares the store with what the database published last.

import { type Listening, listen } from '../../database/connect/listen.ts';
import type { OpenDatabase } from '../../database/connect/open-database.ts';
import { type Alongside, type WatchOptions, watch } from '../engine/watch.ts';
import type { WatchEvents } from '../engine/watch-events.ts';
import { type CatchUpEvents, catchUp } from './catch-up.ts';
import type { DatabasePublisher } from './database-port.ts';
import type { FenceFinding } from './describe-fences.ts';
import { keepFresh } from './keep-fresh.ts';

/** Events for the log. */
export type DatabaseWatchEvents = WatchEvents &
  CatchUpEvents & {
    /** The store is not what the database published last. */
    findings(findings: readonly FenceFinding[]): void;
    /** Called when it becomes known whether notifications arrive, and on each change; never for the embedded server. */
    listening(listening: Listening): void;
  };

export type DatabaseWatchOptions = Pick<WatchOptions<DatabasePublisher>, 'works' | 'totals'> & {
  /** For LISTEN, when the database's own URL is that of a pooler. */
  listenUrl?: string;
};

/** @throws StoreMismatchError when the store is bound anew or replaced meanwhile */
export function watchDatabase(
  publisher: DatabasePublisher,
  { embedded, connectionString }: Pick<OpenDatabase, 'embedded' | 'connectionString'>,
  stop: AbortSignal,
  events: DatabaseWatchEvents,
  { listenUrl = connectionString, ...options }: DatabaseWatchOptions = {},
): Promise<void> {
  const comparisonFailed = (error: unknown) => events.failed('comparing the store with the database', error);
  const alongside: Alongside<DatabasePublisher> = ({ publisher: watched, works, wake, notify, signal }) => {
    const { database } = watched.port;
    const listening = { connectionString: listenUrl, database, onChange: notify, onListening: events.listening };
    return [
      // The embedded server does not support notifications, so it relies on polling.
      ...(works.includes('access') && !embedded ? [listen(listening, signal)] : []),
      ...(works.includes('documents')
        ? [catchUp(watched, wake, events, signal), keepFresh(watched, wake, events.findings, comparisonFailed, signal)]
        : []),
    ];
  };
  return watch(publisher, stop, events, { ...options, alongside });
}
