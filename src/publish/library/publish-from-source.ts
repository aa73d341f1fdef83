// Publishes one organisation from a source of another program. The source's revision is the fence: a publisher never
// replaces what was published from a later revision, and compare-and-set keeps two publishers of one revision apart. So
// older data never replaces newer data, and no lease is needed.

import type { OrganisationId } from '../../access/ids.ts';
import type { AccessRecord } from '../../contract/types.generated.ts';
import { ConflictError } from '../../errors.ts';
import { defaultRetention, pruneOrphans } from '../../snapshot/prune-orphans.ts';
import { replaceWhole } from '../../snapshot/replace-part.ts';
import { assignHandle, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { publishAccess } from '../publish-access.ts';
import {
  type Guard,
  type Names,
  type PublishedOrganisation,
  type Publisher,
  publishOrganisation,
  rebuildPointer,
} from '../publish-organisation.ts';
import { type FindOwner, findRecordsOf, removeOrganisation } from '../remove-organisation.ts';
import { checkedVersions, checkRevision, readAccess } from './check-source.ts';
import type { Source, SourceSnapshot } from './source.ts';

export type SourcePublisher = Publisher & { source: Source };

/** Opens a snapshot for the work, and closes it whatever happens. @returns null when there is no such organisation */
async function withSnapshot<Result>(
  source: Source,
  organisationId: OrganisationId,
  work: (snapshot: SourceSnapshot) => Promise<Result>,
): Promise<Result | null> {
  const snapshot = await source.snapshot(organisationId);
  if (snapshot === null) return null;
  try {
    checkRevision(organisationId, snapshot.revision);
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

const guardOf = (snapshot: SourceSnapshot, organisationId: OrganisationId): Guard => ({
  fence: snapshot.revision,
  isPending: true, // the record must name the revision even when nothing else in it differs
  async assertMayPublish(replaced) {
    await snapshot.assertMayPublish?.();
    const publishedFence = replaced?.fence ?? 0;
    if (publishedFence > snapshot.revision)
      throw new ConflictError(
        `revision ${publishedFence} of organisation ${organisationId} is already published, but the source is at revision ${snapshot.revision}; a restored source must continue with higher revisions`,
      );
  },
});

/**
 * Publishes an organisation's access and keys, or removes its record when the source does not have it any more.
 * @returns the path of the record, if it changed
 * @throws ConflictError when a later revision is published
 */
export async function publishSourceAccess(
  publisher: SourcePublisher,
  organisationId: OrganisationId,
  repair: boolean,
): Promise<string[]> {
  const { store, source } = publisher;
  const records = await withSnapshot(source, organisationId, async (snapshot) => {
    const { handle, access } = await readAccess(snapshot, organisationId, publisher);
    const guard = guardOf(snapshot, organisationId);
    const names = { organisationId, handle };
    if (repair) await repairRecord(publisher, snapshot, names, access, guard);
    return (await publishAccess(store, names, async () => access, guard, repair)).records;
  });
  if (records !== null) return records;
  const found = await findRecordsOf(store, organisationId, unlessRepaired(repair));
  await store.remove(found);
  return found;
}

/** Writes a damaged record again as a whole, from one snapshot of the source. */
async function repairRecord(
  publisher: SourcePublisher,
  snapshot: SourceSnapshot,
  names: Names,
  access: AccessRecord,
  { fence, assertMayPublish }: Guard,
): Promise<void> {
  const { store } = publisher;
  const { organisationId, handle } = names;
  if ((await readRecordByHandle(store, organisationId, handle)).state !== 'damaged') return;
  const { pointer, stored } = await rebuildPointer(publisher, checkedVersions(snapshot, organisationId), names, fence);
  if (stored.state !== 'damaged') return;
  await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  await replaceWhole(store, { ...names, stored }, { access: { ...access, fence }, pointer }, assertMayPublish);
}

/** A source does not tell whose a handle is, so only a repair removes a record that does not tell it either. */
const unlessRepaired =
  (repair: boolean): FindOwner =>
  async () =>
    repair ? 'nobody' : 'unknown';

/**
 * Publishes an organisation's documents, and removes the garbage of earlier publications.
 * @param repair read every version and verify every stored file
 * @returns null when the source does not have the organisation
 * @throws ConflictError when a later revision is published
 */
export const publishSourceDocuments = (
  publisher: SourcePublisher,
  organisationId: OrganisationId,
  repair: boolean,
): Promise<PublishedOrganisation | null> =>
  withSnapshot(publisher.source, organisationId, async (snapshot) => {
    const { handle } = await readAccess(snapshot, organisationId, publisher);
    const publishedFence = (await readRecordByHandle(publisher.store, organisationId, handle)).record?.pointer?.fence;
    const changed = repair || publishedFence === undefined ? undefined : await snapshot.changedSince?.(publishedFence);
    const { published } = await publishOrganisation(
      publisher,
      checkedVersions(snapshot, organisationId),
      { organisationId, handle },
      { versions: changed === undefined ? 'all' : new Set(changed), repair },
      guardOf(snapshot, organisationId),
    );
    await prune(publisher, snapshot, organisationId);
    return published;
  });

/** Removes the garbage of an organisation that has not changed. */
export async function pruneUnchanged(publisher: SourcePublisher, organisationId: OrganisationId): Promise<void> {
  await withSnapshot(publisher.source, organisationId, (snapshot) => prune(publisher, snapshot, organisationId));
}

/** While a snapshot is open, since it may hold a lock that keeps other publishers away. */
async function prune(
  { store, now, retention = defaultRetention }: SourcePublisher,
  snapshot: SourceSnapshot,
  organisationId: OrganisationId,
): Promise<void> {
  const assertMayPublish = async () => snapshot.assertMayPublish?.();
  await pruneOrphans(store, organisationId, now(), { assertMayPublish, retention });
}

/** Removes all that is published of an organisation, unless the source has it after all. */
export async function removeIfGone(
  { store, source }: SourcePublisher,
  organisationId: OrganisationId,
  repair: boolean,
): Promise<void> {
  const isThere = await withSnapshot(source, organisationId, async () => true);
  if (isThere === null) await removeOrganisation(store, organisationId, unlessRepaired(repair));
}
