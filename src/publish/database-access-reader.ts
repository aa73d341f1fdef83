// Reads an organisation's access from the database, with the deleted keys whose removal is not allowed yet. A deleted key is
// removed when its deletion is in the queue; otherwise it stays until a full build judges all missing keys together.

import type { OrganisationId } from '../access/ids.ts';
import type { AccessRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { selectAccess, selectKnownKeys } from '../database/select-access.ts';
import type { Store } from '../snapshot/store.ts';
import { findDeleted } from './find-deleted.ts';
import { mayRemove, type Removals, UnjudgedRemovalError } from './judge-removals.ts';
import type { ReadAccess } from './publish-access.ts';

/** The changed or deleted keys of the pending changes, by SHA-256; `all` when the queue does not name them. */
export type ChangedKeys = ReadonlySet<string> | 'all';

/**
 * `ReadAccess` over the database. It throws UnjudgedRemovalError when a due removal was not judged yet.
 * @param transaction holds the lease; READ COMMITTED, so each statement sees the latest commits
 * @param removals what may be removed; held removals stay published
 */
export const databaseAccessReader =
  (
    transaction: Database,
    store: Store,
    organisationId: OrganisationId,
    changed: ChangedKeys,
    removals: Removals,
  ): ReadAccess =>
  async (published) => {
    const access = await selectAccess(transaction, organisationId);
    if (access === null) return null; // just deleted, which is in the queue
    const missing = Object.entries(published?.keys ?? {}).filter(([hash]) => !Object.hasOwn(access.keys, hash));
    const kept = await keysThatStay(transaction, store, organisationId, missing, changed, removals);
    return { ...access, keys: { ...access.keys, ...kept } };
  };

/** Of the published keys that the organisation does not have any more, those whose removal is not allowed yet. */
async function keysThatStay(
  transaction: Database,
  store: Store,
  organisationId: OrganisationId,
  missing: readonly [string, AccessRecord['keys'][string]][],
  changed: ChangedKeys,
  removals: Removals,
): Promise<AccessRecord['keys']> {
  // A key that moved to another organisation, or was revoked long ago, may always be removed.
  const known = await selectKnownKeys(
    transaction,
    missing.map(([hash]) => hash),
  );
  const deleted = missing.filter(([hash]) => !known.has(hash));
  const isDue = (hash: string) => changed === 'all' || changed.has(hash);
  const isAllowed = (hash: string) => removals === 'all' || removals.allowed.keys.has(hash);
  const isJudged = (hash: string) => isAllowed(hash) || (removals !== 'all' && removals.held.keys.has(hash));
  // The queue does not name the keys, so all missing keys must be judged together.
  if (changed === 'all' && !deleted.every(([hash]) => isJudged(hash)))
    throw new UnjudgedRemovalError({ keys: (await findDeleted(transaction, store)).keys });
  return Object.fromEntries(
    deleted.filter(([hash]) => (isDue(hash) ? !mayRemove(removals, organisationId, hash) : !isAllowed(hash))),
  );
}
