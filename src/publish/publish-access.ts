// Publishes the access part of an organisation's record: its state and all its keys. Pending changes are always written,
// because a bucket's reads may be stale. Otherwise the record is rewritten only when it is wrong.

import type { OrganisationId } from '../access/ids.ts';
import type { AccessRecord } from '../contract/types.generated.ts';
import { replacePart } from '../snapshot/replace-part.ts';
import { assignHandle, damagedRecord, readRecordByHandle } from '../snapshot/stored-organisation.ts';
import type { Store } from '../store/store.ts';
import { isAsLeft } from './guard.ts';
import type { Done, OpenOrganisation, Request } from './port.ts';

/** Whether anything in the published access differs from before. */
export type PublishedAccess = { organisationId: OrganisationId; changed: boolean };

/**
 * Publishes the access of an open organisation. The access is read after the record: if another publisher replaces the record
 * meanwhile, compare-and-set fails, and that publisher's data is at least as new.
 * @param request anything but what is due compares the access; with `repair` also the file that leads to the record
 * @throws ConflictError when another publisher has replaced the record
 * @throws BrokenRecordError when the record is damaged; NewerFormatError when a newer program wrote it
 */
export async function publishOpenedAccess(
  store: Store,
  organisation: OpenOrganisation,
  request: Request,
): Promise<Done<PublishedAccess>> {
  const { organisationId, handle, fence, assertMayPublish } = organisation;
  const isPending = organisation.changed !== 'nothing';
  if (!isPending && request.what !== 'versions') return { state: 'nothing' };
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  if (stored.bytes === null || request.what === 'versions')
    await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const published = stored.record?.access ?? null;
  const access = await organisation.readAccess();
  if (access === null) return { state: 'nothing' }; // deleted meanwhile, which is a change of its own
  const isRight = published !== null && isSameAccess(published, access);
  const replaced = !isRight || isPending || !isAsLeft(published, organisation);
  if (replaced)
    await replacePart(store, { organisationId, handle, stored }, 'access', { ...access, fence }, assertMayPublish);
  await organisation.record({ replaced, lacksOther: (stored.record?.pointer ?? null) === null });
  return { state: 'done', result: { organisationId, changed: !isRight } };
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
