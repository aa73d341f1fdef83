// Publishes some of an organisation's links, each as a record of its own. Few at a time: meanwhile nobody else publishes the
// organisation's access, and a key may be revoked. A link that cannot be published keeps no other from it.

import { ConflictError } from '../../errors.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { accessOf, type LinkPlace, readLink, replaceLinkAccess, type StoredLink } from '../../snapshot/link-record.ts';
import { hashOfLinkName, paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import type { OpenLinks, OpenOrganisation, SourceLink } from '../port.ts';
import { mayGrantLink } from './judge-access.ts';

/** How many links one attempt publishes, and how many concurrently; and how many records of no link it removes. */
const [mostAtOnce, writesAtOnce, mostRemoved] = [64, 16, 500];

/**
 * `changed`: whether any record was replaced or removed. `passedAll`: whether these were the last of all links. `held`: those that
 * await approval by now. `failure`: why one could not be published; null when all were.
 */
export type PublishedLinks = {
  changed: boolean;
  areDue: boolean;
  passedAll: boolean;
  held: readonly string[];
  failure: unknown;
};

/**
 * Publishes the next links that are due, and those that are requested. What may not be granted yet is recorded as awaiting approval.
 * @throws ConflictError when another publisher was quicker; StoreError when the store cannot be listed
 */
export async function publishLinks(
  store: Store,
  organisation: OpenOrganisation,
  links: OpenLinks,
  requested: ReadonlySet<string>,
  areApproved: boolean,
): Promise<PublishedLinks> {
  const { organisationId, handle, assertMayPublish } = organisation;
  const batch = await links.next(mostAtOnce, requested);
  const removed = batch.isLast ? await removeUnknown(store, organisation, links) : { count: 0, isComplete: true };

  const done: string[] = [];
  const held: string[] = [];
  const failed = new Map<string, unknown>();
  let changed = removed.count > 0;
  let lackDocuments = false;
  let freesSpace = false;
  /** Tries each link, whatever becomes of the others. @returns what became of those that did not fail, in their order */
  const forEach = async <Item extends { place: LinkPlace }, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<Result[]> => {
    const results = await mapConcurrently(items, writesAtOnce, (item) =>
      work(item).then(
        (result) => [result],
        (error: unknown) => {
          if (error instanceof ConflictError) throw error;
          failed.set(item.place.sha256, error);
          return [];
        },
      ),
    );
    return results.flat();
  };

  const places = [...batch.named, ...batch.compared].map((sha256) => ({ place: { organisationId, handle, sha256 } }));
  const stored = await forEach(places, async ({ place }) => ({ place, found: await readLink(store, place) }));
  // After the records: if another publisher replaces one meanwhile, that publisher's data is at least as new.
  const known = await links.read(stored.map(({ place }) => place.sha256));
  await forEach(stored, async ({ place, found }) => {
    const link = known.get(place.sha256);
    const isNamed = batch.named.includes(place.sha256);
    if (!isNamed && !areApproved && !mayGrant(found, link, organisation)) {
      held.push(place.sha256);
      return;
    }
    if (await publishLink(store, organisation, isNamed, { place, found, link })) {
      changed = true;
      const showed = (found.record?.documents ?? null) !== null;
      if (link?.revoked === false && !showed) lackDocuments = true;
      if (link?.revoked !== false && showed) freesSpace = true;
    }
    done.push(place.sha256);
  });
  // If none could be published, everything stays due as it is.
  const [failure = null] = [...failed.values()];
  if (done.length + held.length === 0 && failed.size > 0) throw failure;
  if (failed.size > 0) await assertMayPublish(null);
  const outcome = { done, held, failed: [...failed.keys()], isComplete: removed.isComplete, lackDocuments, freesSpace };
  const areDue = await links.record(batch, outcome);
  const heldByNow = [...links.held.filter((sha256) => !done.includes(sha256)), ...held];
  return { changed, areDue, passedAll: batch.isLast && failed.size === 0, held: heldByNow, failure };
}

type FoundLink = { place: LinkPlace; found: StoredLink; link: SourceLink | undefined };

const mayGrant = ({ record }: StoredLink, link: SourceLink | undefined, organisation: OpenOrganisation): boolean =>
  record === null || link === undefined || mayGrantLink(record, link, organisation);

/** @returns whether its record was replaced or removed */
async function publishLink(
  store: Store,
  { fence, assertMayPublish }: OpenOrganisation,
  isNamed: boolean,
  { place, found, link }: FoundLink,
): Promise<boolean> {
  if (link === undefined) {
    if (found.state === 'absent') return false;
    await assertMayPublish(null);
    await store.remove([paths.link(place.handle, place.sha256)]);
    return true;
  }
  if (!isNamed && isPublished(found, link)) return false;
  await replaceLinkAccess(store, place, found, { ...link, fence }, () => assertMayPublish(accessOf(found)));
  return true;
}

/** Whether a record says what the source says. */
export function isPublished(
  found: StoredLink,
  { linkId, kind, entityId, name, expiresAt, revoked }: SourceLink,
): boolean {
  const { record } = found;
  if (record === null || (revoked && record.documents !== null)) return false;
  return (
    JSON.stringify([linkId, kind, entityId, name, expiresAt, revoked]) ===
    JSON.stringify([record.linkId, record.kind, record.entityId, record.name, record.expiresAt, record.revoked])
  );
}

/** Removes records of no link. They are listed before the source is asked, so that what is created in between is not among them. */
async function removeUnknown(
  store: Store,
  { handle, assertMayPublish }: OpenOrganisation,
  links: OpenLinks,
): Promise<{ count: number; isComplete: boolean }> {
  const names = await store.listNames(paths.linksOf(handle));
  const unknown = await links.findUnknown(names.flatMap((name) => hashOfLinkName(name) ?? []));
  const removed = unknown.slice(0, mostRemoved).map((sha256) => paths.link(handle, sha256));
  if (removed.length > 0) await assertMayPublish(null);
  await store.remove(removed);
  return { count: removed.length, isComplete: removed.length === unknown.length };
}
