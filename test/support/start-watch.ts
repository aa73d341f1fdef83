// The watcher in the test's own process, until the test ends.

import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { type WatchEvents, watch } from '../../src/publish/watch.ts';

export type RunningWatch = {
  /**
   * What it told, in order: `published <organisation> <generation>`, `access <organisation>`, `withheld <organisations> <versions>`,
   * `notified`, `polling: <why>`, `failed <what>: <why>`.
   */
  told: string[];
  /** Tells it to stop, and waits until it has. */
  stop(): Promise<void>;
};

/** @param listenUrl for LISTEN, where the database is behind a pooler */
export function startWatch(publisher: Publisher, open: OpenDatabase, listenUrl?: string): RunningWatch {
  const abort = new AbortController();
  const told: string[] = [];
  const events: WatchEvents = {
    published: ({ organisationId, generation }) => told.push(`published ${organisationId} ${generation}`),
    access: (organisationId) => told.push(`access ${organisationId}`),
    withheldAtStart: (organisations, versions) => told.push(`withheld ${organisations} ${versions}`),
    failed: (what, error) => told.push(`failed ${what}: ${error instanceof Error ? error.message : String(error)}`),
    listening: (state) => told.push(state.by === 'polling' ? `polling: ${state.why}` : 'notified'),
  };
  const ended = watch(publisher, open, abort.signal, events, listenUrl);
  const stop = async () => {
    abort.abort();
    await ended;
  };
  onTestFinished(stop);
  return { told, stop };
}
