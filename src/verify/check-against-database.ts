// Compares what is published with the database: access, keys and versions. Each organisation is built from one consistent
// read of the database and compared by its hashes; nothing is written.

import { isOrganisationId, type OrganisationId, parseOrganisationId } from '../access/ids.ts';
import type { TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/connect/open-database.ts';
import { selectHandle } from '../database/organisation.ts';
import { enqueueUnlessReadOnly, hasChangedVersions } from '../database/queue/changed-versions.ts';
import { readPending } from '../database/queue/pending-changes.ts';
import { readAwaitingApproval } from '../database/queue/removals-awaiting-approval.ts';
import { selectAccess } from '../database/select-access.ts';
import { assembleList, isPublished } from '../document/assemble-list.ts';
import { sameDocument } from '../document/same-document.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { isSameAccess } from '../publish/access/publish-access.ts';
import { databaseVersions } from '../publish/database/database-versions.ts';
import { findStrayLinks, findStrays } from '../publish/database/find-strays.ts';
import { buildVersion, findPublished } from '../publish/documents/build-version.ts';
import type { VersionReader } from '../publish/documents/version-reader.ts';
import { loadPublished } from '../snapshot/load-published.ts';
import { paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import { readHandle, readRecordByHandle } from '../snapshot/stored-organisation.ts';
import type { Store } from '../store/store.ts';

import { compareLinks } from './compare-links.ts';

export type Difference = {
  path: string;
  difference: string;
  /** The expected cause: a pending change, a rollback, or a removal awaiting approval (`held`); null when there is none. */
  because: 'pending' | 'rolled back' | 'held' | null;
};

/** How often an organisation is compared before a difference is reported, since a publisher may be publishing it. */
const rounds = 3;

/** How many organisations are compared at the same time, each with one document in memory; most of the time is round trips. */
const comparedAtOnce = 3;

const unknownOrganisation = 'is an organisation that the database does not have';

/** @returns how many organisations the database has, and every difference */
export async function checkAgainstDatabase(
  database: Database,
  store: Store,
  validate: Validator,
): Promise<{ organisations: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  const publishedIds = (await store.listNames(paths.organisations)).filter(isOrganisationId); // listed before the database is read
  const strays = await findStrays(database, store);
  const strayLinks = await findStrayLinks(database, store);
  const rows = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  const ids = rows.map(({ id }) => parseOrganisationId(id));
  await enqueueUnlessReadOnly(database);
  const compared = await mapConcurrently(ids, comparedAtOnce, async (id) => {
    let found = await compare(database, store, validate, id);
    for (let round = 1; round < rounds && found.some(({ because }) => because === null); round++) {
      await enqueueUnlessReadOnly(database);
      found = await compare(database, store, validate, id);
    }
    return found;
  });
  for (const found of compared) for (const each of found) differences.push(each);

  const held = await readAwaitingApproval(database);
  const known = new Set<string>(ids);
  for (const id of publishedIds.filter((each) => !known.has(each))) {
    const because = held.organisations.includes(id) ? 'held' : (await isPending(database, id)) ? 'pending' : null;
    differences.push({
      path: paths.organisation(id),
      difference: unknownOrganisation,
      because,
    });
  }
  for (const { path, owner } of strays)
    if (owner === null || !publishedIds.some((id) => id === owner && !known.has(id)))
      differences.push({ path, difference: 'is the record of no organisation', because: null });
  // Those of an organisation whose removal is pending or held are removed with it.
  if (differences.every(({ difference }) => difference !== unknownOrganisation))
    for (const handle of strayLinks)
      differences.push({ path: paths.linksOf(handle), difference: 'are links of no organisation', because: null });
  return { organisations: ids.length, differences };
}

async function isPending(database: Database, id: OrganisationId): Promise<boolean> {
  for (const work of ['access', 'documents'] as const)
    if ((await readPending(database, id, work)).length > 0) return true;
  return false;
}

/** The differences of one organisation, from one consistent read of the database. */
async function compare(
  database: Database,
  store: Store,
  validate: Validator,
  id: OrganisationId,
): Promise<Difference[]> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const documentsWait =
        (await hasChangedVersions(transaction)) || (await readPending(transaction, id, 'documents')).length > 0;
      const waitsFor = {
        access: (await readPending(transaction, id, 'access')).length > 0 ? ('pending' as const) : null,
        documents: documentsWait ? ('pending' as const) : null,
      };
      const access = await compareAccess(transaction, store, id);
      const documents = await compareDocuments(transaction, store, validate, id);
      return [
        ...access.map((each) => ({ because: waitsFor.access, ...each })),
        ...documents.found.map(([path, difference]) => ({
          path,
          difference,
          because: waitsFor.documents ?? (documents.rolledBack ? ('rolled back' as const) : null),
        })),
      ];
    });
}

async function compareAccess(
  transaction: Database,
  store: Store,
  id: OrganisationId,
): Promise<Pick<Difference, 'path' | 'difference'>[]> {
  const handle = await selectHandle(transaction, id);
  const expected = await selectAccess(transaction, id);
  if (handle === null || expected === null) return []; // deleted meanwhile
  const path = paths.record(handle);
  const found: (Pick<Difference, 'path' | 'difference'> & Partial<Difference>)[] = [];
  if ((await readHandle(store, id)).record !== handle)
    found.push({ path: paths.handle(id), difference: 'does not name the record of the organisation' });
  const stored = await readRecordByHandle(store, id, handle);
  const access = stored.record?.access;
  for (const each of await compareLinks(transaction, store, { organisationId: id, handle })) found.push(each);
  if (stored.state === 'damaged') return [...found, { path, difference: "is damaged, or another organisation's" }];
  if (access == null) return [...found, { path, difference: 'has no access published' }];
  if (!isSameAccess({ ...access, keys: {} }, { ...expected, keys: {} }))
    found.push({ path, difference: 'differs from the database in its access state' });
  const held = await selectHeldKeys(transaction, id);
  for (const [hash, key] of Object.entries(expected.keys))
    if (!Object.hasOwn(access.keys, hash)) found.push({ path, difference: `lacks key ${key.keyId}` });
    else if (!sameDocument(access.keys[hash], key))
      found.push({ path, difference: `differs from the database in key ${key.keyId}` });
  for (const [hash, key] of Object.entries(access.keys)) {
    if (Object.hasOwn(expected.keys, hash)) continue;
    const difference = `has key ${key.keyId}, which the database does not have`;
    found.push({ path, difference, ...(held.has(hash) ? { because: 'held' as const } : {}) });
  }
  return found;
}

async function selectHeldKeys(transaction: Database, id: OrganisationId): Promise<ReadonlySet<string>> {
  const held = transaction.selectFrom('held_removal').select('subject').where('organisation_id', '=', id);
  return new Set((await held.where('what', '=', 'key').execute()).map(({ subject }) => subject));
}

/** The list entry of a version whose document is the published one; null when it is not. Most are, and are not checked again. */
async function matches(
  source: VersionReader,
  versionId: string,
  hash: string | undefined,
): Promise<TimetableVersionSummary | null> {
  if (hash === undefined) return null;
  const found = await source.document(versionId);
  return found === null || 'unreadable' in found ? null : findPublished(found, hash, sha256);
}

async function compareDocuments(transaction: Database, store: Store, validate: Validator, id: OrganisationId) {
  const handle = await selectHandle(transaction, id);
  const { pointer, entries, problems } = await loadPublished(store, id, handle ?? undefined);
  const path = handle === null ? paths.organisation(id) : paths.record(handle);
  if (pointer === null)
    return { rolledBack: false, found: [[path, 'has no documents published']] as [string, string][] };
  const found: [string, string][] = [];
  const knownAsWithheld = new Set(problems?.withheld.map(({ versionId }) => versionId));
  const listed: TimetableVersionSummary[] = [];
  const unmatchedIds = new Set(Object.keys(pointer.timetables));
  const source = databaseVersions(transaction, id);
  for (const { id: versionId } of await source.versions()) {
    const isShown = unmatchedIds.delete(versionId);
    const isMatch = await matches(source, versionId, pointer.timetables[versionId]?.hash);
    if (isMatch !== null) {
      listed.push(isMatch);
      continue;
    }
    const built = await buildVersion(source, validate, { organisationId: id, versionId }, sha256);
    const entry = built.outcome === 'good' ? built.summary : entries.get(versionId);
    if (entry !== undefined) listed.push(entry);
    if (built.outcome === 'withheld') {
      if (!knownAsWithheld.has(versionId)) found.push([path, `shows version ${versionId}, which would be withheld`]);
    } else if (!isShown) found.push([path, `does not show version ${versionId}`]);
    else if (built.outcome === 'good' && pointer.timetables[versionId]?.hash !== built.encoded)
      found.push([path, `differs from the database in version ${versionId}`]);
  }
  for (const versionId of unmatchedIds)
    found.push([path, `shows version ${versionId}, which the database does not have`]);
  const hashOfList = (entries: readonly TimetableVersionSummary[]) =>
    sha256(new TextEncoder().encode(JSON.stringify(assembleList(id, entries))));
  const { list, publishedList } = pointer;
  if (found.length === 0 && list.hash !== hashOfList(listed))
    found.push([path, 'differs from the database in its list']);
  else if (
    found.length === 0 &&
    publishedList !== undefined &&
    publishedList.hash !== hashOfList(listed.filter(isPublished))
  )
    found.push([path, 'differs from the database in its list without drafts']);
  return { rolledBack: pointer.rolledBackTo !== null, found };
}
