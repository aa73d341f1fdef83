// Publishes the access part of an organisation's record: its state and all its keys. Pending changes are always written,
// because a bucket's reads may be stale. Otherwise the record is rewritten only when it is wrong.

import type { OrganisationId } from '../access/ids.ts';
import type { AccessRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { selectHandle } from '../database/organisation.ts';
import { ensureQueued, readFence } from '../database/pending-changes.ts';
import { selectAccess, selectKnownKeys } from '../database/select-access.ts';
import { paths } from '../snapshot/paths.ts';
import { replacePart } from '../snapshot/replace-part.ts';
import type { Store } from '../snapshot/store.ts';
import { assignHandle, readHandle, readStored } from '../snapshot/stored-organisation.ts';
import { findDeletedKeys } from './find-deleted.ts';
import { mayRemove, type Removals, UnjudgedRemovalError } from './judge-removals.ts';

/**
 * The pending changes: whether there are any, and the changed or deleted keys by SHA-256. `force` publishes in any case, so
 * that damage is repaired.
 */
export type AccessChanges = { isPending: boolean; keys: ReadonlySet<string> | 'all'; force: boolean };

/**
 * Publishes the access of an organisation. A deleted key is removed when its deletion is in the queue; otherwise it stays
 * until a full build judges all missing keys together.
 * @param transaction holds the lease; READ COMMITTED, so each statement sees the latest commits
 * @param beforeReplacing is called right before the record is replaced or removed, and throws to prevent it
 * @param removals what may be removed; held removals stay published
 * @returns the path of the record, if it changed
 * @throws UnjudgedRemovalError when a due removal was not judged yet
 * @throws ConflictError when another publisher has replaced the record
 * @throws NewerFormatError when a newer program wrote the record
 */
export async function publishAccess(
  transaction: Database,
  store: Store,
  organisationId: OrganisationId,
  changes: AccessChanges,
  beforeReplacing: () => Promise<void>,
  removals: Removals,
): Promise<string[]> {
  const fence = await readFence(transaction);
  const handle = await selectHandle(transaction, organisationId);
  if (handle === null) return closeAccess(store, organisationId, beforeReplacing, removals);
  // Read the store before the database: if another publisher replaces the record after this, the comparison notices, and its
  // data is at least as new as ours.
  const stored = await readStored(store, organisationId, handle);
  if (stored.bytes === null || changes.force) await assignHandle(store, organisationId, handle, beforeReplacing);
  const access = await selectAccess(transaction, organisationId);
  if (access === null) return []; // just deleted, which is in the queue
  const before = stored.record?.access ?? null;
  const kept = await keysThatStay(transaction, store, organisationId, { before, access }, changes, removals);
  const now = { ...access, keys: { ...access.keys, ...kept } };
  const isRight = before !== null && isSameAccess(before, now);
  if (isRight && !changes.isPending) return [];
  await replacePart(store, { organisationId, handle, stored }, 'access', { ...now, fence }, beforeReplacing);
  if ((stored.record?.pointer ?? null) === null) await ensureQueued(transaction, organisationId, 'documents');
  return isRight ? [] : [paths.record(handle)];
}

/** Removes the record of a deleted organisation, which contains its keys. */
async function closeAccess(
  store: Store,
  organisationId: OrganisationId,
  beforeReplacing: () => Promise<void>,
  removals: Removals,
): Promise<string[]> {
  const handle = await readHandle(store, organisationId);
  if (handle === null || !mayRemove(removals, organisationId)) return [];
  const { bytes } = await readStored(store, organisationId, handle);
  await beforeReplacing();
  await store.remove([paths.record(handle)]);
  return bytes === null ? [] : [paths.record(handle)];
}

/** Deleted keys that stay in the record because their removal is not allowed yet. */
async function keysThatStay(
  transaction: Database,
  store: Store,
  organisationId: OrganisationId,
  { before, access }: { before: AccessRecord | null; access: AccessRecord },
  changes: AccessChanges,
  removals: Removals,
): Promise<AccessRecord['keys']> {
  const missing = Object.entries(before?.keys ?? {}).filter(([hash]) => !Object.hasOwn(access.keys, hash));
  // A key that moved to another organisation, or was revoked long ago, may always be removed.
  const known = await selectKnownKeys(
    transaction,
    missing.map(([hash]) => hash),
  );
  const deleted = missing.filter(([hash]) => !known.has(hash));
  const isDue = (hash: string) => changes.keys === 'all' || changes.keys.has(hash);
  const isAllowed = (hash: string) => removals === 'all' || removals.allowed.keys.has(hash);
  const isJudged = (hash: string) => isAllowed(hash) || (removals !== 'all' && removals.held.keys.has(hash));
  // The queue does not name the keys, so all missing keys must be judged together.
  if (changes.keys === 'all' && !deleted.every(([hash]) => isJudged(hash)))
    throw new UnjudgedRemovalError(await findDeletedKeys(transaction, store));
  return Object.fromEntries(
    deleted.filter(([hash]) => (isDue(hash) ? !mayRemove(removals, organisationId, hash) : !isAllowed(hash))),
  );
}

/** Whether two access records are equal except for their fence and the order of their keys. */
export function isSameAccess(one: AccessRecord, other: AccessRecord): boolean {
  const plain = ({ state, lockedBecause, apiEnabled, keys }: AccessRecord) =>
    JSON.stringify([
      ...[state, lockedBecause, apiEnabled],
      Object.keys(keys)
        .sort()
        .map((hash) => [hash, keys[hash]?.keyId, keys[hash]?.expiresAt, keys[hash]?.revoked]),
    ]);
  return plain(one) === plain(other);
}
