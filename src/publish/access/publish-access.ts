// Publishes the access part of an organisation's record, its state and all its keys, and some of its links. Pending changes are
// always written, because a bucket's reads may be stale. Otherwise a record is rewritten only when it is wrong.
//
// The record goes first, so that no key waits for thousands of links; only links that a command names go before it. Where links
// changed, the record is written again too: its fence tells whether the store is as the database left it, and nobody could read
// thousands of links each hour to find out.

import type { OrganisationId } from '../../access/ids.ts';
import type { AccessRecord, KeyRecord, Pointer } from '../../contract/types.generated.ts';
import type { GrantHeldError } from '../../errors.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { assignHandle, damagedRecord, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import type { Store } from '../../store/store.ts';
import { hasLastFence, isUnknown } from '../guard.ts';
import { type Done, isApproved, type OpenOrganisation, type Request, type SourceLink } from '../port.ts';
import { grantHeld, judgeAccess, mostNamed } from './judge-access.ts';
import { type PublishedLinks, publishLinks } from './publish-links.ts';

/**
 * Whether anything in the published access, or in a link, differs from before; whether links are still due; and why a link could
 * not be published, or something is not granted, null when everything is.
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
  const first = await publishLinksIfNext(store, organisation, request);
  const { changed, passedAll } = first ?? nothingOfLinks(organisation);
  const isPending = organisation.changed !== 'nothing' || changed;
  if (!isPending && !passedAll && request.what !== 'versions') {
    if (first === null) return { state: 'nothing' };
    await organisation.record({ work: 'access', replaced: false, lacksDocuments: false, access: null });
    const failure = first.failure ?? (await findHeld(organisation, request, [], first.held));
    return { state: 'done', result: { organisationId, changed, areLinksDue: first.areDue, failure } };
  }
  const published = await publishRecord(store, organisation, { isPending, passedAll }, request);
  if (published === null) return { state: 'nothing' };
  const { held } = published;
  // What is held stays pending, and no link waits for its approval.
  const isNext = held.length > 0 && first === null && request.what !== 'versions';
  const last = isNext ? await publishDueLinks(store, organisation, request) : null;
  const links = first ?? last ?? nothingOfLinks(organisation);
  return {
    state: 'done',
    result: {
      organisationId,
      changed: links.changed || published.changed,
      areLinksDue: links.areDue || published.areLinksDue,
      failure: links.failure ?? (await findHeld(organisation, request, held, links.held)),
    },
  };
}

/** Why something is not granted; null when everything is. A command that publishes one link has nothing to do with the others. */
async function findHeld(
  organisation: OpenOrganisation,
  request: Request,
  held: readonly string[],
  heldLinks: readonly string[],
): Promise<GrantHeldError | null> {
  const ofLinks = request.what === 'links' ? [] : heldLinks;
  if (held.length + ofLinks.length === 0) return null;
  const known = (await organisation.links?.read(ofLinks.slice(0, mostNamed))) ?? new Map<string, SourceLink>();
  const names = [...known.values()].map(({ linkId }) => `link ${linkId}`);
  return grantHeld(organisation, [...held, ...names], held.length + ofLinks.length);
}

/** @returns null when the record goes first, or no link is due */
async function publishLinksIfNext(
  store: Store,
  organisation: OpenOrganisation,
  request: Request,
): Promise<PublishedLinks | null> {
  const { links, changed } = organisation;
  if (links === null) return null;
  if (request.what === 'links') return publishLinks(store, organisation, links, request.hashes, false);
  if (changed !== 'nothing' || request.what === 'versions') return null;
  return publishDueLinks(store, organisation, request);
}

async function publishDueLinks(
  store: Store,
  organisation: OpenOrganisation,
  request: Request,
): Promise<PublishedLinks | null> {
  const { links } = organisation;
  if (links === null || !links.areDue) return null;
  return publishLinks(store, organisation, links, noneRequested, isApproved(request));
}

const nothingOfLinks = ({ links }: OpenOrganisation): PublishedLinks => ({
  changed: false,
  areDue: links?.areDue ?? false,
  passedAll: false,
  held: links?.held ?? [],
  failure: null,
});

type PublishedRecord = { changed: boolean; held: readonly string[]; areLinksDue: boolean };

/**
 * Publishes the record. What is held is not recorded, so that it is judged again; all that the source refuses is published.
 * @returns null when the organisation was deleted meanwhile, which is a change of its own
 */
async function publishRecord(
  store: Store,
  organisation: OpenOrganisation,
  { isPending, passedAll }: { isPending: boolean; passedAll: boolean },
  request: Request,
): Promise<PublishedRecord | null> {
  const { organisationId, handle, fence, links, assertMayPublish } = organisation;
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  if (stored.bytes === null || request.what === 'versions')
    await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const published = stored.record?.access ?? null;
  const source = await organisation.readAccess();
  if (source === null) return null;
  // A record that the source does not know is judged by it, unless somebody approves.
  const isJudged = published !== null && isUnknown(published, organisation) && !isApproved(request);
  const { access, held } = isJudged ? judgeAccess(published, source, organisation.named) : { access: source, held: [] };
  const isRight = published !== null && isSameAccess(published, access);
  const isLeft = hasLastFence(published, organisation);
  const replaced = !isRight || (held.length === 0 && (isPending || !isLeft));
  if (replaced)
    await replacePart(store, { organisationId, handle, stored }, 'access', { ...access, fence }, assertMayPublish);
  if (held.length > 0) return { changed: !isRight, held, areLinksDue: false };
  // Links are judged by what was published last as well, so that stays unknown until all have been.
  const areLinksDue = isJudged && !passedAll && links !== null && (await links.compareAll());
  const isDue = lacksDocuments(stored.record?.pointer ?? null, access);
  await organisation.record({ work: 'access', replaced: replaced && !areLinksDue, lacksDocuments: isDue, access });
  return { changed: !isRight, held, areLinksDue };
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
