// The watcher in the test's own process, until the test ends.

import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { reasonOf } from '../../src/errors.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { watch } from '../../src/publish/watch.ts';
import type { WatchEvents } from '../../src/publish/watcher.ts';

export type RunningWatch = {
  /**
   * Its events, in order: `published <organisation> <generation>`, `access <organisation>`, `withheld <organisations> <versions>`,
   * `notified`, `polling: <why>`, `failed <what>: <why>`.
   */
  events: string[];
  /** Stops it, and waits until it has ended. */
  stop(): Promise<void>;
};

/** @param listenUrl for LISTEN, where the database is behind a pooler */
export function startWatch(publisher: Publisher, open: OpenDatabase, listenUrl?: string): RunningWatch {
  const abort = new AbortController();
  const events: string[] = [];
  const handlers: WatchEvents = {
    published: ({ organisationId, generation }) => events.push(`published ${organisationId} ${generation}`),
    access: (organisationId) => events.push(`access ${organisationId}`),
    held: (held) => events.push(`held ${held}`),
    withheldAtStart: (organisations, versions) => events.push(`withheld ${organisations} ${versions}`),
    findings: (findings) => events.push(...findings.map(({ found }) => `found ${found}`)),
    failed: (what, error) => events.push(`failed ${what}: ${reasonOf(error)}`),
    listening: (state) => events.push(state.by === 'polling' ? `polling: ${state.why}` : 'notified'),
  };
  const ended = watch(publisher, open, abort.signal, handlers, listenUrl === undefined ? {} : { listenUrl });
  const stop = async () => {
    abort.abort();
    await ended;
  };
  onTestFinished(stop);
  return { events, stop };
}
