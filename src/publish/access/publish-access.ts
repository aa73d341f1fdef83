// Publishes the access part of an organisation's record, its state and all its keys, and some of its links. Pending changes are
// always written, because a bucket's reads may be stale. Otherwise a record is rewritten only when it is wrong.
//
// The record goes first, so that no key waits for thousands of links; only links that a command names go before it. Where links
// changed, the record is written again too: its fence tells whether the store is as the database left it, and nobody could read
// thousands of links each hour to find out.

import type { OrganisationId } from '../../access/ids.ts';
import type { AccessRecord, KeyRecord, Pointer } from '../../contract/types.generated.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { assignHandle, damagedRecord, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import type { Store } from '../../store/store.ts';
import { isAsLeft, isOlder } from '../guard.ts';
import { type Done, isRepair, type OpenOrganisation, type Request } from '../port.ts';
import { grantHeld, judgeAccess } from './judge-access.ts';
import { type PublishedLinks, publishLinks } from './publish-links.ts';

/**
 * Whether anything in the published access, or in a link, differs from before; whether links are still due; and why one could
 * not be published, null when all could.
 */
export type PublishedAccess = {
  organisationId: OrganisationId;
  changed: boolean;
  areLinksDue: boolean;
  failure: unknown;
};

const noneRequested: ReadonlySet<string> = new Set();

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
  const { organisationId } = organisation;
  const links = await publishLinksIfNext(store, organisation, request);
  const { changed, areDue: areLinksDue, failure } = links ?? nothingOfLinks(organisation);
  const isPending = organisation.changed !== 'nothing' || changed;
  if (!isPending && request.what !== 'versions') {
    if (links === null) return { state: 'nothing' };
    await organisation.record({ work: 'access', replaced: false, lacksDocuments: false });
    return { state: 'done', result: { organisationId, changed, areLinksDue, failure } };
  }
  const published = await publishRecord(store, organisation, isPending, request);
  if (published === null) return { state: 'nothing' };
  return {
    state: 'done',
    result: { organisationId, changed: changed || published === 'changed', areLinksDue, failure },
  };
}

/** @returns null when the record goes first, or no link is due */
async function publishLinksIfNext(
  store: Store,
  organisation: OpenOrganisation,
  request: Request,
): Promise<PublishedLinks | null> {
  const { links, changed } = organisation;
  if (links === null) return null;
  if (request.what === 'links') return publishLinks(store, organisation, links, request.hashes);
  if (!links.areDue || changed !== 'nothing' || request.what === 'versions') return null;
  return publishLinks(store, organisation, links, noneRequested);
}

const nothingOfLinks = ({ links }: OpenOrganisation): PublishedLinks => ({
  changed: false,
  areDue: links?.areDue ?? false,
  failure: null,
});

/**
 * @returns null when the organisation was deleted meanwhile, which is a change of its own
 * @throws GrantHeldError when something that the source grants is held; all that it refuses is published then
 */
async function publishRecord(
  store: Store,
  organisation: OpenOrganisation,
  isPending: boolean,
  request: Request,
): Promise<'changed' | 'right' | null> {
  const { organisationId, handle, fence, assertMayPublish } = organisation;
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  if (stored.bytes === null || request.what === 'versions')
    await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const published = stored.record?.access ?? null;
  const source = await organisation.readAccess();
  if (source === null) return null;
  // A record that the database does not know is judged by it, unless somebody approves.
  const isUnknown = published !== null && !isAsLeft(published, organisation) && !isOlder(published, organisation);
  const { access, held } =
    isUnknown && !isRepair(request) ? judgeAccess(published, source, organisation.named) : { access: source, held: [] };
  const isRight = published !== null && isSameAccess(published, access);
  const isLeft = isAsLeft(published, organisation);
  const replaced = !isRight || (held.length === 0 && (isPending || !isLeft));
  if (replaced)
    await replacePart(store, { organisationId, handle, stored }, 'access', { ...access, fence }, assertMayPublish);
  // Not recorded, so that it is judged again.
  if (held.length > 0) throw grantHeld(organisation, held);
  const isDue = lacksDocuments(stored.record?.pointer ?? null, access);
  await organisation.record({ work: 'access', replaced, lacksDocuments: isDue });
  return isRight ? 'right' : 'changed';
}

/**
 * Whether documents have to be published before every key is answered: a pointer of an earlier release has no list for keys that
 * see published versions only. A rollback stays, since readers have it on purpose.
 */
const lacksDocuments = (pointer: Pointer | null, { keys }: AccessRecord): boolean =>
  pointer === null ||
  (pointer.publishedList === undefined &&
    pointer.rolledBackTo === null &&
    Object.values(keys).some(({ publishedOnly, revoked }) => publishedOnly && !revoked));

/** Whether two access records are equal except for their fence and the order of their keys. */
export function isSameAccess(one: AccessRecord, other: AccessRecord): boolean {
  const plain = ({ state, lockedBecause, apiEnabled, keys }: AccessRecord) =>
    JSON.stringify([
      ...[state, lockedBecause, apiEnabled],
      Object.keys(keys)
        .sort()
        .map((hash) => [hash, ...partsOf(keys[hash])]),
    ]);
  const partsOf = (key?: KeyRecord) => [key?.keyId, key?.expiresAt, key?.revoked, key?.publishedOnly];
  return plain(one) === plain(other);
}
