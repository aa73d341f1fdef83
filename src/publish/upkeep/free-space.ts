// Frees space in a full store by removing Belfry's own old files: first those of the organisation that is being published,
// then those of all organisations.

import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import { BrokenRecordError, StoreError, StoreFullError } from '../../errors.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Publisher } from '../publisher.ts';
import { cleanUp } from './clean-up.ts';

/** Milliseconds between clean-ups of all organisations, since other programs may have filled the disk. */
const sweepInterval = 60_000;

/** Frees space in the store for an organisation. */
export type FreeSpace = (organisationId: OrganisationId) => Promise<void>;

/**
 * What cannot be read or removed of one organisation must not keep others from getting space; `check` reports it. When the
 * source fails, no other organisation can be cleaned up either.
 */
function ignoreStore(error: unknown): string[] {
  if (error instanceof BrokenRecordError || error instanceof StoreError) return [];
  throw error;
}

/** @param isStillFull ends a clean-up of all organisations early */
export function createFreeSpace(publisher: Publisher, isStillFull: () => boolean): FreeSpace {
  let sweeping: Promise<void> | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function sweep(): Promise<void> {
    for (const name of await publisher.store.listNames(paths.organisations)) {
      if (!isStillFull()) return;
      if (isOrganisationId(name)) await cleanUp(publisher, name, true).catch(ignoreStore);
    }
    sweptAt = performance.now();
  }

  return async (organisationId) => {
    const removed = await cleanUp(publisher, organisationId, true).catch(ignoreStore);
    if (removed.length > 0 || performance.now() - sweptAt < sweepInterval) return;
    sweeping ??= sweep().finally(() => {
      sweeping = null;
    });
    await sweeping;
  };
}

/** Runs the work. If the store is full, frees space and retries, up to twice. */
export async function retryAfterFreeingSpace<Result>(
  freeSpace: FreeSpace,
  organisationId: OrganisationId,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 2 || !(error instanceof StoreFullError)) throw error;
      await freeSpace(organisationId);
    }
  }
}
