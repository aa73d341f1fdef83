// Cleans up organisations that nobody changes, so that their history expires too: publishing cleans up only the
// organisations that it publishes.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/open-database.ts';
import { BrokenRecordError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import type { Publisher } from './publish-organisation.ts';
import { cleanUp } from './publish-pending.ts';

/** Milliseconds for one round through all organisations, and the shortest pause between two of them. */
const [round, shortestPause] = [3_600_000, 1_000];

/** How many organisations a build that publishes what is pending looks after besides. */
const shareOfBuild = 20;

/**
 * Cleans up after one organisation at a time until `signal` aborts: after each once an hour, or after one a second where
 * there are more of them than an hour has seconds.
 */
export async function sweep(
  publisher: Publisher,
  database: Database,
  signal: AbortSignal,
  onFailure: (what: string, error: unknown) => void,
): Promise<void> {
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    const ids = await listShuffled(publisher).catch((error: unknown) => {
      onFailure('listing the organisations to clean up after', error);
      return [];
    });
    for (const id of ids) {
      if (signal.aborted) return;
      await cleanUp(publisher, database, id).catch((error: unknown) =>
        onFailure(`cleaning up after organisation ${id}`, error),
      );
      await pause(Math.max(shortestPause, round / ids.length));
    }
    if (ids.length === 0) await pause(round / 60);
  }
}

/**
 * Cleans up after some organisations, others each time, for those who run `build` by a timer and no watcher.
 * @returns the paths that were removed
 */
export async function sweepSome(publisher: Publisher, database: Database): Promise<string[]> {
  const removed: string[] = [];
  for (const id of (await listShuffled(publisher)).slice(0, shareOfBuild)) {
    try {
      for (const path of await cleanUp(publisher, database, id)) removed.push(path);
    } catch (error) {
      // A damaged pointer is for `check` to name and for the organisation's next build to repair.
      if (!(error instanceof BrokenRecordError)) throw error;
    }
  }
  return removed;
}

/** In another order each time, so that programs that start often and soon end come to each organisation as well. */
async function listShuffled({ store }: Publisher): Promise<OrganisationId[]> {
  const names = await store.listNames(paths.organisations);
  const drawn = names.filter(isOrganisationId).map((id) => ({ id, lot: Math.random() }));
  return drawn.sort((one, other) => one.lot - other.lot).map(({ id }) => id);
}
