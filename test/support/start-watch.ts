// The watcher in the test's own process, until the test ends.

import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { type Publisher, watch } from './belfry.ts';

export type RunningWatch = {
  /** Its events, in order, as `watch` says them. */
  events: string[];
  /** Stops it, and waits until it has ended. */
  stop(): Promise<void>;
};

/** @param listenUrl for LISTEN, where the database is behind a pooler */
export function startWatch(publisher: Publisher, open: OpenDatabase, listenUrl?: string): RunningWatch {
  const abort = new AbortController();
  const events: string[] = [];
  const ended = watch(publisher, open, abort.signal, (event) => events.push(event), listenUrl);
  const stop = async () => {
    abort.abort();
    await ended;
  };
  onTestFinished(stop);
  return { events, stop };
}
