// Writes by whom an organisation may be read: the part of its record that requests are refused or granted by, with all
// its keys. What is pending is written whatever the store says: a bucket may show an old record for some seconds. What
// nobody changed is left alone where it is right.

import type { OrganisationId } from '../access/ids.ts';
import type { AccessRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { selectHandle } from '../database/organisation.ts';
import { readFence, requeueMissing } from '../database/pending-changes.ts';
import { selectAccess, selectKnownKeys } from '../database/select-access.ts';
import { paths } from '../snapshot/paths.ts';
import { replacePart } from '../snapshot/replace-part.ts';
import type { Store } from '../snapshot/store.ts';
import { assignHandle, readHandle, readStored } from '../snapshot/stored-organisation.ts';
import { findDeletedKeys } from './find-deleted.ts';
import { mayRemove, type Removals, UnjudgedRemovalError } from './judge-removals.ts';

/**
 * What was changed in the database: anything at all, and keys by their SHA-256, which may be gone. `asked` is true where
 * somebody wants it published whether it changed or not: then what was damaged is repaired.
 */
export type AccessChanges = { isPending: boolean; keys: ReadonlySet<string> | 'all'; asked: boolean };

/**
 * Publishes the access of an organisation. A key that the database does not have any more goes with the change that says
 * so; without one it stays until a full build has judged it together with all others.
 * @param transaction holds the lease, and sees with each statement what is committed by then
 * @param beforeReplacing is called right before the record is replaced or removed, and throws to prevent it
 * @param removals what may be removed; what is held stays as it is
 * @returns the path of the record, if it is no longer what it was
 * @throws UnjudgedRemovalError when a removal is due that was not judged
 * @throws ConflictError when somebody else replaced it meanwhile
 * @throws NewerFormatError when a newer program wrote it, which stays
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
  // The store before the database: whoever replaces the record after this reading knows the database at least as well as
  // we do, and is then noticed by the comparison.
  const stored = await readStored(store, organisationId, handle);
  if (stored.bytes === null || changes.asked) await assignHandle(store, organisationId, handle, beforeReplacing);
  const access = await selectAccess(transaction, organisationId);
  if (access === null) return []; // deleted a moment ago, which is marked
  const before = stored.record?.access ?? null;
  const kept = await keysThatStay(transaction, store, organisationId, { before, access }, changes, removals);
  const now = { ...access, keys: { ...access.keys, ...kept } };
  const isRight = before !== null && saysTheSame(before, now);
  if (isRight && !changes.isPending) return [];
  await replacePart(store, { organisationId, handle, stored }, 'access', { ...now, fence }, beforeReplacing);
  if ((stored.record?.pointer ?? null) === null) await requeueMissing(transaction, organisationId, 'documents');
  return isRight ? [] : [paths.record(handle)];
}

/** Takes away the record of an organisation that is gone, and all its keys with it. */
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

/** The keys that the record has, the database has not, and nobody has said that they go. */
async function keysThatStay(
  transaction: Database,
  store: Store,
  organisationId: OrganisationId,
  { before, access }: { before: AccessRecord | null; access: AccessRecord },
  changes: AccessChanges,
  removals: Removals,
): Promise<AccessRecord['keys']> {
  const missing = Object.entries(before?.keys ?? {}).filter(([hash]) => !Object.hasOwn(access.keys, hash));
  // One that was given to another organisation, or was revoked long ago, is gone from here without a question.
  const known = await selectKnownKeys(
    transaction,
    missing.map(([hash]) => hash),
  );
  const gone = missing.filter(([hash]) => !known.has(hash));
  const isDue = (hash: string) => changes.keys === 'all' || changes.keys.has(hash);
  const isAllowed = (hash: string) => removals === 'all' || removals.allowed.keys.has(hash);
  const isJudged = (hash: string) => isAllowed(hash) || (removals !== 'all' && removals.held.keys.has(hash));
  // Which keys were meant nobody knows: they are judged together with those that are gone elsewhere.
  if (changes.keys === 'all' && !gone.every(([hash]) => isJudged(hash)))
    throw new UnjudgedRemovalError(await findDeletedKeys(transaction, store));
  return Object.fromEntries(
    gone.filter(([hash]) => (isDue(hash) ? !mayRemove(removals, organisationId, hash) : !isAllowed(hash))),
  );
}

/** Whether two records of access say the same, whichever transactions wrote them, in whatever order. */
export function saysTheSame(one: AccessRecord, other: AccessRecord): boolean {
  const plain = ({ state, lockedBecause, apiEnabled, keys }: AccessRecord) =>
    JSON.stringify([
      ...[state, lockedBecause, apiEnabled],
      Object.keys(keys)
        .sort()
        .map((hash) => [hash, keys[hash]?.keyId, keys[hash]?.expiresAt, keys[hash]?.revoked]),
    ]);
  return plain(one) === plain(other);
}
