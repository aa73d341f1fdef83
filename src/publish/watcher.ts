// The state of a watcher of the database, and its events.

import type { OrganisationId } from '../access/ids.ts';
import type { Listening } from '../database/connect/listen.ts';
import type { Database } from '../database/connect/open-database.ts';
import type { Work } from '../database/queue/pending-changes.ts';
import type { CatchUpEvents } from './database/catch-up.ts';
import type { FenceFinding } from './database/describe-fences.ts';
import type { Publisher } from './publish-organisation.ts';
import type { Totals } from './send-heartbeat.ts';

/** Events for the log. */
export type WatchEvents = Omit<CatchUpEvents, 'failed'> & {
  access(organisationId: OrganisationId, records: readonly string[]): void;
  /** What is held back from removal has changed. @param held says what, why, and how to approve it */
  held(held: string): void;
  /** The store is not what the database published last. */
  findings(findings: readonly FenceFinding[]): void;
  /** Something failed and will be retried. @param work what it was, if it concerned an organisation's access or documents */
  failed(what: string, error: unknown, work?: Work): void;
  /** Called when it becomes known whether notifications arrive, and on each change; never for the embedded server. */
  listening(listening: Listening): void;
};

/** Shared by the parts of a watcher. `totals` is what it has built. */
export type Watcher = {
  id: string;
  publisher: Publisher;
  database: Database;
  events: WatchEvents;
  totals: Totals;
  signal: AbortSignal;
};
