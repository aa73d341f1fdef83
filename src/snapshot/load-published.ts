// Loads an organisation's current snapshot for the publisher: the record, for compare-and-swap; the pointer; the list
// entries; and the withheld versions. What is damaged is said to be so, never taken for absent. A file of a newer format stops
// the publisher, which must not overwrite it.

import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer, Problems, TimetableVersionSummary } from '../contract/types.generated.ts';
import { pickSummary } from '../document/assemble-list.ts';
import { BrokenRecordError } from '../errors.ts';
import type { ListedFile, Store } from '../store/store.ts';
import { unwrapEnvelope } from './envelope.ts';
import { listName, paths } from './paths.ts';
import { readChecked } from './read-checked.ts';
import { parsePointer, parseProblems } from './read-record.ts';
import { sha256 } from './sha256.ts';
import { parseOwned, readRecordByHandle, readRecordById, type StoredOrganisation } from './stored-organisation.ts';

/** What is published, without what its files hold. */
export type PublishedPointer = {
  pointer: Owned<Pointer> | null;
  /** The record as it was read. */
  stored: StoredOrganisation;
  /** Null when there are none, or the file is damaged. */
  problems: Problems | null;
  areProblemsDamaged: boolean;
};

export type PublishedState = PublishedPointer & {
  /** The current generation, or the newest in the history when the pointer cannot be read; 0 before the first. */
  generation: number;
  entries: ReadonlyMap<string, TimetableVersionSummary>;
};

/** @param known the organisation's handle, if the caller has it */
export async function loadPointer(
  store: Store,
  organisationId: OrganisationId,
  known?: Handle,
): Promise<PublishedPointer> {
  const [stored, { record: problems, state: ofProblems }] = await Promise.all([
    known === undefined ? readRecordById(store, organisationId) : readRecordByHandle(store, organisationId, known),
    readChecked(store, paths.problems(organisationId), (bytes) =>
      parseOwned(() => parseProblems(bytes), organisationId),
    ),
  ]);
  return { pointer: stored.record?.pointer ?? null, stored, problems, areProblemsDamaged: ofProblems === 'damaged' };
}

/** @param known the organisation's handle, if the caller has it */
export async function loadPublished(
  store: Store,
  organisationId: OrganisationId,
  known?: Handle,
): Promise<PublishedState> {
  const published = await loadPointer(store, organisationId, known);
  const { pointer } = published;
  const generation = pointer?.generation ?? Math.max(0, ...(await listGenerations(store, organisationId)));
  const entries = new Map((pointer ? await readEntries(store, pointer) : []).map((entry) => [entry.id, entry]));
  return { ...published, generation, entries };
}

/** The generations that a rollback can restore, in no order. */
export async function listGenerations(store: Store, organisationId: OrganisationId): Promise<number[]> {
  const names = await store.listNames(paths.history(organisationId));
  return names.flatMap((name) => generationOf(name) ?? []);
}

/** The generation in the name of a history file; null for any other name. */
export const generationOf = (name: string): number | null =>
  /^\d+\.json$/.test(name) ? Number.parseInt(name, 10) : null;

/**
 * An earlier pointer that is listed; null when it is damaged, which makes it useless.
 * @throws BrokenRecordError when what is read is not what is listed, and so is not the file
 */
export async function readEarlierPointer(
  store: Store,
  { path, size }: Pick<ListedFile, 'path' | 'size'>,
  organisationId: OrganisationId,
): Promise<Owned<Pointer> | null> {
  const found = await readChecked(store, path, (bytes) => parseOwned(() => parsePointer(bytes), organisationId));
  if (found.state === 'intact') return found.record;
  if (found.bytes?.length === size) return null;
  throw new BrokenRecordError(`${path} is listed with ${size} bytes, and ${found.bytes?.length ?? 'none'} can be read`);
}

/**
 * The entries of the published list. When the list cannot be read they come from the documents, which begin with the same
 * fields: a version that is withheld keeps its last good form only while its entry is known.
 */
async function readEntries(store: Store, pointer: Owned<Pointer>): Promise<TimetableVersionSummary[]> {
  const list = await readData(store, pointer, listName, pointer.list.hash);
  if (list !== null) return JSON.parse(list).timetables;
  const entries: TimetableVersionSummary[] = [];
  for (const [versionId, { hash }] of Object.entries(pointer.timetables)) {
    const document = await readData(store, pointer, versionId, hash);
    if (document !== null) entries.push(pickSummary(JSON.parse(document)));
  }
  return entries;
}

/** The `data` of a published file, which its hash verifies; null when it is missing or damaged. */
export async function readData(
  store: Store,
  { organisationId }: Owned<Pointer>,
  name: string,
  hash: string,
): Promise<string | null> {
  const { record } = await readChecked(store, paths.file(organisationId, name, hash, 'identity'), (bytes) => {
    const data = unwrapEnvelope(bytes);
    return data !== null && sha256(data) === hash ? new TextDecoder().decode(data) : null;
  });
  return record;
}
