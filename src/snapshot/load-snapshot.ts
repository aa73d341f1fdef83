// Loads an organisation's current snapshot for the publisher: the record, for compare-and-swap; the pointer; the list
// entries; and the withheld versions. A broken file counts as absent, so that publishing repairs it. A file of a newer
// format stops the publisher, which must not overwrite it.

import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer, Problems, TimetableVersionSummary } from '../contract/types.generated.ts';
import { unwrapEnvelope } from './envelope.ts';
import { listName, paths } from './paths.ts';
import { parseProblems } from './read-record.ts';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';
import { parseOwned, readRecordByHandle, readRecordById, type StoredOrganisation } from './stored-organisation.ts';

export type Snapshot = {
  pointer: Owned<Pointer> | null;
  /** The record as it was read. */
  stored: StoredOrganisation;
  /** The current generation, or the newest in the history when the pointer cannot be read; 0 before the first. */
  generation: number;
  entries: ReadonlyMap<string, TimetableVersionSummary>;
  problems: Problems | null;
};

/** @param known the organisation's handle, if the caller has it */
export async function loadSnapshot(store: Store, organisationId: OrganisationId, known?: Handle): Promise<Snapshot> {
  const [stored, problemBytes] = await Promise.all([
    known === undefined ? readRecordById(store, organisationId) : readRecordByHandle(store, organisationId, known),
    store.read(paths.problems(organisationId)),
  ]);
  const pointer = stored.record?.pointer ?? null;
  const problems = problemBytes && parseOwned(() => parseProblems(problemBytes), organisationId);
  const generation = pointer?.generation ?? Math.max(0, ...(await listGenerations(store, organisationId)));
  const entries = new Map((pointer ? await readEntries(store, pointer) : []).map((entry) => [entry.id, entry]));
  return { pointer, stored, generation, entries, problems };
}

/** The generations that a rollback can restore, in no order. */
export async function listGenerations(store: Store, organisationId: OrganisationId): Promise<number[]> {
  const names = await store.listNames(paths.history(organisationId));
  return names.flatMap((name) => generationOf(name) ?? []);
}

/** The generation in the name of a history file; null for any other name. */
export const generationOf = (name: string): number | null =>
  /^\d+\.json$/.test(name) ? Number.parseInt(name, 10) : null;

async function readEntries(store: Store, { organisationId, list }: Owned<Pointer>): Promise<TimetableVersionSummary[]> {
  const response = await store.read(paths.file(organisationId, listName, list.hash, 'identity'));
  const data = response && unwrapEnvelope(response);
  if (!data || sha256(data) !== list.hash) return []; // damaged or another list: every version is rebuilt
  return JSON.parse(new TextDecoder().decode(data)).timetables;
}
