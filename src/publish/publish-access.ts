// Publishes the access part of an organisation's record: its state and all its keys. Pending changes are always written,
// because a bucket's reads may be stale. Otherwise the record is rewritten only when it is wrong.

import type { AccessRecord } from '../contract/types.generated.ts';
import { paths } from '../snapshot/paths.ts';
import { replacePart } from '../snapshot/replace-part.ts';
import { assignHandle, damagedRecord, readRecordByHandle } from '../snapshot/stored-organisation.ts';
import type { Store } from '../store/store.ts';
import { type Guard, isAsLeft, type Names } from './publish-organisation.ts';

/**
 * Reads the current access; null when the organisation was deleted. It is called after the record
 * was read: if another publisher replaces the record meanwhile, compare-and-set fails, and that publisher's data is at least
 * as new.
 */
export type ReadAccess = () => Promise<AccessRecord | null>;

/**
 * Publishes the access of an organisation.
 * @param repair also repairs the file that leads from the organisation's id to its record
 * @returns the path of the record, if it changed, whether the part was replaced, and whether the record lacks its documents
 * @throws ConflictError when another publisher has replaced the record
 * @throws BrokenRecordError when the record is damaged; NewerFormatError when a newer program wrote it
 */
export async function publishAccess(
  store: Store,
  { organisationId, handle }: Names,
  readAccess: ReadAccess,
  guard: Guard,
  repair: boolean,
): Promise<{ records: string[]; replaced: boolean; lacksDocuments: boolean }> {
  const { fence, isPending, assertMayPublish } = guard;
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  if (stored.bytes === null || repair) await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const published = stored.record?.access ?? null;
  const access = await readAccess();
  if (access === null) return { records: [], replaced: false, lacksDocuments: false };
  const lacksDocuments = (stored.record?.pointer ?? null) === null;
  const isRight = published !== null && isSameAccess(published, access);
  if (isRight && !isPending && isAsLeft(published, guard)) return { records: [], replaced: false, lacksDocuments };
  await replacePart(store, { organisationId, handle, stored }, 'access', { ...access, fence }, assertMayPublish);
  return { records: isRight ? [] : [paths.record(handle)], replaced: true, lacksDocuments };
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
