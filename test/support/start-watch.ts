// The watcher in the test's own process, until the test ends.

import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { watch } from '../../src/publish/watch.ts';

export type RunningWatch = {
  /** What it told, in order: `published <organisation> <generation>`, `access <organisation>`, `failed <what>: <why>`. */
  told: string[];
  /** Tells it to stop, and waits until it has. */
  stop(): Promise<void>;
};

export function startWatch(publisher: Publisher, open: OpenDatabase): RunningWatch {
  const abort = new AbortController();
  const told: string[] = [];
  const ended = watch(publisher, open, abort.signal, {
    published: ({ organisationId, generation }) => told.push(`published ${organisationId} ${generation}`),
    access: (organisationId) => told.push(`access ${organisationId}`),
    failed: (what, error) => told.push(`failed ${what}: ${error instanceof Error ? error.message : String(error)}`),
  });
  const stop = async () => {
    abort.abort();
    await ended;
  };
  onTestFinished(stop, 60_000);
  return { told, stop };
}
