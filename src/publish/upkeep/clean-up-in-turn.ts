// Cleans up organisations that nobody changes, so that their history expires too: publishing cleans up only the
// organisations that it publishes.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import { BrokenRecordError } from '../../errors.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Publisher } from '../publisher.ts';
import { cleanUp, cleanUpUnlessBusy } from './clean-up.ts';

/** Milliseconds for one round through all organisations, and the shortest pause between two of them. */
const [round, shortestPause] = [3_600_000, 1_000];

/** How many organisations a build of pending changes cleans up besides those that it publishes. */
const sweptByBuild = 20;

/**
 * Cleans up one organisation at a time until `signal` aborts: each once an hour, or one per second when there are more than
 * 3,600.
 */
export async function cleanUpInTurn(
  publisher: Publisher,
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
      const removed = await cleanUpUnlessBusy(publisher, id).catch((error: unknown) => {
        onFailure(`cleaning up after organisation ${id}`, error);
        return [];
      });
      // Where another publisher is at work, the next one has its turn soon.
      await pause(removed === null ? shortestPause : Math.max(shortestPause, round / ids.length));
    }
    if (ids.length === 0) await pause(round / 60);
  }
}

/**
 * Cleans up some organisations, others each time, for installations that run `build` from a timer and no watcher.
 * @returns the paths that were removed
 */
export async function cleanUpSome(publisher: Publisher): Promise<string[]> {
  const removed: string[] = [];
  for (const id of (await listShuffled(publisher)).slice(0, sweptByBuild)) {
    try {
      for (const path of await cleanUp(publisher, id)) removed.push(path);
    } catch (error) {
      // `check` reports a damaged record, and the organisation's next build repairs it.
      if (!(error instanceof BrokenRecordError)) throw error;
    }
  }
  return removed;
}

/** Shuffled, so that short-lived processes reach every organisation in time. */
async function listShuffled({ store }: Pick<Publisher, 'store'>): Promise<OrganisationId[]> {
  const names = await store.listNames(paths.organisations);
  const shuffled = names.filter(isOrganisationId).map((id) => ({ id, order: Math.random() }));
  return shuffled.sort((one, other) => one.order - other.order).map(({ id }) => id);
}
