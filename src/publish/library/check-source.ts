// Checks what a source of another program returns before anything of it is published. For Belfry's own tables the
// database's constraints guarantee the same.

import { type Handle, isHandle, isOrganisationId, isVersionId, type OrganisationId } from '../../access/ids.ts';
import { spellZone } from '../../calendar/check/spell-zone.ts';
import type { AccessRecord, Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { jsonPath } from '../../document/json-path.ts';
import { BrokenRecordError, BrokenSourceError, NewerFormatError, reasonOf, StoreMismatchError } from '../../errors.ts';
import { formatVersion, paths } from '../../snapshot/paths.ts';
import { parseOrganisationRecord, recordBytes } from '../../snapshot/read-record.ts';
import { readHandle } from '../../snapshot/stored-organisation.ts';
import type { Store } from '../../store/store.ts';
import type { SourceDocument, VersionReader } from '../documents/version-reader.ts';
import { readStoreRecord } from '../engine/guard-store.ts';
import type { Source, SourceSnapshot } from './source.ts';

/** The source's organisations with their revisions. @throws BrokenSourceError */
export async function readRevisions(source: Source): Promise<ReadonlyMap<OrganisationId, number>> {
  const revisions = new Map<OrganisationId, number>();
  for (const [id, revision] of await source.revisions()) {
    if (!isOrganisationId(id))
      throw new BrokenSourceError(
        `the source returned an invalid organisation id, ${show(id)}; it has 1 to 64 lower-case letters, digits, "_" and "-"`,
      );
    revisions.set(id, checkRevision(id, revision));
  }
  return revisions;
}

/** @throws BrokenSourceError */
export function checkRevision(organisationId: string, revision: number): number {
  if (Number.isSafeInteger(revision) && revision > 0) return revision;
  throw new BrokenSourceError(
    `the revision of organisation ${organisationId} is ${show(revision)}; it must be a positive safe integer`,
  );
}

/**
 * The organisation's access and handle.
 * @throws BrokenSourceError when they are invalid, or the handle is another organisation's
 */
export async function readAccess(
  snapshot: SourceSnapshot,
  organisationId: OrganisationId,
  { store, validate }: { store: Store; validate: Validator },
): Promise<{ handle: Handle; access: AccessRecord }> {
  const { handle, ...access } = await snapshot.access();
  const broken = (what: string) => new BrokenSourceError(`the access of organisation ${organisationId} ${what}`);
  if (!isHandle(handle)) throw broken(`has the invalid handle ${show(handle)}; make one with \`createHandle\``);
  const validation = validate('access-record', access);
  if (!validation.valid)
    throw broken(
      `is invalid: ${validation.problems.map(({ segments, message }) => `${jsonPath(segments)} ${message}`).join('; ')}`,
    );
  const owner = await ownerOf(store, handle);
  if (owner !== null && owner !== organisationId) throw broken(`uses the handle of organisation ${owner}`);
  return { handle, access: validation.value };
}

/** The organisation's calendar as its JSON will be parsed; null without one. What it says is checked before it is published. */
export async function readCalendar(snapshot: SourceSnapshot, organisationId: OrganisationId): Promise<Calendar | null> {
  if (snapshot.calendar === undefined) return null;
  const calendar: unknown = await snapshot.calendar();
  if (calendar === null) return null;
  // Nothing is not none: the published calendar would be removed.
  if (typeof calendar !== 'object')
    throw new BrokenSourceError(
      `the calendar of organisation ${organisationId} is ${show(calendar)}; it must be an object, or null for none`,
    );
  const parsed: Calendar = JSON.parse(JSON.stringify(calendar));
  return typeof parsed.timeZone === 'string' ? { ...parsed, timeZone: spellZone(parsed.timeZone) } : parsed;
}

/** The organisation that is published under a handle; null when there is none. */
async function ownerOf(store: Store, handle: Handle): Promise<OrganisationId | null> {
  const bytes = await store.read(paths.record(handle));
  if (bytes === null) return null;
  try {
    const { organisationId } = parseOrganisationRecord(bytes);
    return (await readHandle(store, organisationId)).record === handle ? organisationId : null;
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    return null; // damaged, so nothing is published over it
  }
}

/** The versions of a snapshot, each document as its JSON will be parsed, so that what is checked is what is published. */
export const checkedVersions = (snapshot: SourceSnapshot, organisationId: string): VersionReader => ({
  async versions() {
    const versions = await snapshot.versions();
    const ids = new Set<string>();
    for (const { id } of versions) {
      if (typeof id !== 'string' || !isVersionId(id))
        throw new BrokenSourceError(
          `organisation ${organisationId} has the invalid version id ${show(id)}; it has 1 to 64 letters, digits, "_" and "-"`,
        );
      if (ids.has(id)) throw new BrokenSourceError(`organisation ${organisationId} lists version ${id} twice`);
      ids.add(id);
    }
    return versions;
  },

  async document(versionId): Promise<SourceDocument | null> {
    const found = await snapshot.document(versionId);
    if (found === null || 'unreadable' in found) return found;
    try {
      return { ...found, document: JSON.parse(JSON.stringify(found.document)) };
    } catch (error) {
      return { unreadable: `is not JSON: ${reasonOf(error)}` };
    }
  },
});

const show = (value: unknown) => JSON.stringify(value) ?? String(value);

/**
 * Makes sure that no other source or database publishes to the store: the first source writes its id into it.
 * @throws StoreMismatchError when a database or another source publishes there; BrokenRecordError when nobody knows
 */
export async function ensureStoreOfSource(store: Store, sourceId: string): Promise<void> {
  const record = recordBytes({ formatVersion, storeId: sourceId, databaseId: sourceId, database: sourceId });
  let found = await readStoreRecord(store);
  if (found.state === 'absent' && (await store.listNames(paths.organisations)).length > 0)
    throw new StoreMismatchError(
      `${store.location} has organisations and no ${paths.storeRecord}, so it is not this source's`,
    );
  // When two publishers begin at once, one of them reads what the other has written.
  if (found.state === 'absent' && !(await store.replace(paths.storeRecord, record, null)))
    found = await readStoreRecord(store);
  if (found.state === 'absent') return;
  if (found.state === 'damaged')
    throw new BrokenRecordError(
      `the ${paths.storeRecord} of ${store.location} cannot be read, so nothing was published`,
    );
  const { databaseId, database } = found.record;
  if (databaseId !== sourceId)
    throw new StoreMismatchError(
      `${store.location} belongs to ${database}, so the source ${sourceId} cannot publish there`,
    );
}
