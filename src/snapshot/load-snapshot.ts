// What an organisation shows at this moment, as the publisher needs it: the pointer with the record it stands in, to
// compare and swap by; the list entries; and what was withheld. A broken file counts as absent, so that publishing repairs it, but a
// file of a newer format stops the publisher: it must not write over what a newer program wrote.

import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer, Problems, TimetableVersionSummary } from '../contract/types.generated.ts';
import { sha256 } from './encode-response.ts';
import { unwrapEnvelope } from './envelope.ts';
import { listName, paths } from './paths.ts';
import { parseProblems } from './read-record.ts';
import type { Store } from './store.ts';
import { readOrganisation, readStored, type StoredOrganisation, whole } from './stored-organisation.ts';

export type Snapshot = {
  pointer: Owned<Pointer> | null;
  /** The whole record, as it was read. */
  stored: StoredOrganisation;
  /** The generation in force, or the newest one known of when the pointer cannot be read; 0 before the first. */
  generation: number;
  entries: ReadonlyMap<string, TimetableVersionSummary>;
  problems: Problems | null;
};

/** @param known the organisation's handle, where the caller knows it */
export async function loadSnapshot(store: Store, organisationId: OrganisationId, known?: Handle): Promise<Snapshot> {
  const [stored, problemBytes] = await Promise.all([
    known === undefined ? readOrganisation(store, organisationId) : readStored(store, organisationId, known),
    store.read(paths.problems(organisationId)),
  ]);
  const pointer = stored.record?.pointer ?? null;
  const problems = problemBytes && whole(() => parseProblems(problemBytes), organisationId);
  const generation = pointer?.generation ?? Math.max(0, ...(await listGenerations(store, organisationId)));
  const entries = new Map((pointer ? await readEntries(store, pointer) : []).map((entry) => [entry.id, entry]));
  return { pointer, stored, generation, entries, problems };
}

/** The generations that can be gone back to, in no order. */
export async function listGenerations(store: Store, organisationId: OrganisationId): Promise<number[]> {
  const names = await store.listNames(paths.history(organisationId));
  return names.flatMap((name) => generationOf(name) ?? []);
}

/** The generation whose pointer is kept under this name in the history; null when the name is none of those. */
export const generationOf = (name: string): number | null =>
  /^\d+\.json$/.test(name) ? Number.parseInt(name, 10) : null;

async function readEntries(store: Store, { organisationId, list }: Owned<Pointer>): Promise<TimetableVersionSummary[]> {
  const response = await store.read(paths.file(organisationId, listName, list.hash, 'identity'));
  const data = response && unwrapEnvelope(response);
  if (!data || sha256(data) !== list.hash) return []; // torn, or another's: every version is built again
  return JSON.parse(new TextDecoder().decode(data)).timetables;
}
