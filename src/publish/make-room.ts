// A full store is often full of Belfry's own old files, so these are removed before giving up: those of the organisation
// that found no room first, then those of all organisations.

import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/open-database.ts';
import { StoreFullError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import type { Publisher } from './publish-organisation.ts';
import { cleanUp } from './publish-pending.ts';

/** Milliseconds from one clean-up of all organisations to the next: what fills the store may not be Belfry's. */
const sweepInterval = 60_000;

/** Makes room where an organisation found none. */
export type MakeRoom = (organisationId: OrganisationId) => Promise<void>;

/** @param isStillFull ends a clean-up of all organisations early */
export function createMakeRoom(publisher: Publisher, database: Database, isStillFull: () => boolean): MakeRoom {
  let sweeping: Promise<void> | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function sweep(): Promise<void> {
    for (const name of await publisher.store.listNames(paths.organisations)) {
      if (!isStillFull()) return;
      // A damaged record of one organisation must not stop the clean-up of the others.
      if (isOrganisationId(name)) await cleanUp(publisher, database, name, true).catch(() => {});
    }
    sweptAt = performance.now();
  }

  return async (organisationId) => {
    const removed = await cleanUp(publisher, database, organisationId, true).catch(() => []);
    if (removed.length > 0 || performance.now() - sweptAt < sweepInterval) return;
    sweeping ??= sweep().finally(() => {
      sweeping = null;
    });
    await sweeping;
  };
}

/** Does the work, and once more each time that room was made for it, twice at most. */
export async function withRoomMade<Result>(
  makeRoom: MakeRoom,
  organisationId: OrganisationId,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 2 || !(error instanceof StoreFullError)) throw error;
      await makeRoom(organisationId);
    }
  }
}
