// What an organisation shows at this moment, as the publisher needs it: the pointer with its very bytes, to compare and
// swap by; the list entries; and what was withheld. A broken file counts as absent, so that publishing mends it, but a
// file of a newer format stops the publisher: it must not write over what a newer program wrote.

import type { Pointer, Problems, TimetableVersionSummary } from '../contract/types.generated.ts';
import { sha256 } from './encode-response.ts';
import { unwrapEnvelope } from './envelope.ts';
import { listName, paths } from './paths.ts';
import { BrokenRecordError, NewerFormatError, readPointer, readProblems } from './read-record.ts';
import type { Store } from './store.ts';

export type Snapshot = {
  pointer: Pointer | null;
  /** What lies in the pointer's place, readable or not; null when nothing does. */
  pointerBytes: Uint8Array | null;
  /** The generation in force, or the newest one known of when the pointer cannot be read; 0 before the first. */
  generation: number;
  entries: ReadonlyMap<string, TimetableVersionSummary>;
  problems: Problems | null;
};

export async function loadSnapshot(store: Store, organisationId: string): Promise<Snapshot> {
  const [pointerBytes, problemBytes] = await Promise.all([
    store.read(paths.pointer(organisationId)),
    store.read(paths.problems(organisationId)),
  ]);
  const pointer = pointerBytes && whole(() => readPointer(pointerBytes), organisationId);
  const problems = problemBytes && whole(() => readProblems(problemBytes), organisationId);
  const generation = pointer?.generation ?? Math.max(0, ...(await listGenerations(store, organisationId)));
  const entries = new Map((pointer ? await readEntries(store, pointer) : []).map((entry) => [entry.id, entry]));
  return { pointer, pointerBytes, generation, entries, problems };
}

/** The generations that can be gone back to, in no order. */
export async function listGenerations(store: Store, organisationId: string): Promise<number[]> {
  const names = await store.listNames(paths.history(organisationId));
  return names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
}

/**
 * A record of the organisation, or null when it is broken or another's.
 * @throws NewerFormatError when a newer program wrote it
 */
export function whole<Kind extends { organisationId: string }>(read: () => Kind, organisationId: string): Kind | null {
  try {
    const record = read();
    return record.organisationId === organisationId ? record : null;
  } catch (error) {
    if (error instanceof BrokenRecordError && !(error instanceof NewerFormatError)) return null;
    throw error;
  }
}

async function readEntries(store: Store, { organisationId, list }: Pointer): Promise<TimetableVersionSummary[]> {
  const response = await store.read(paths.file(organisationId, listName, list.hash, 'identity'));
  const data = response && unwrapEnvelope(response);
  if (!data || sha256(data) !== list.hash) return []; // torn, or another's: every version is built again
  return JSON.parse(new TextDecoder().decode(data)).timetables;
}
