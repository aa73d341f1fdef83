// The calls for what changed: the entries that a caller has not seen yet, or the word that everything has to be read.

import type { Change, ChangeEntry, Changes } from '../../contract/types.generated.ts';
import type { CallOptions, Read } from '../create-reader.ts';
import { RefusedError } from '../errors.ts';

/** Keep `latestId` for the next call. */
export type ChangesSince =
  /** Oldest first, each with its units; none when nothing changed. */
  | { state: 'followed'; latestId: string; changes: Change[] }
  /**
   * Everything has to be read. `first`: no id was given. `outside`: entries may have left since the id. `truncated`: an entry leaves
   * something out. `unavailable`: the server lists no changes yet, or is an older one; then `latestId` is null.
   */
  | { state: 'readEverything'; latestId: string | null; why: 'first' | 'outside' | 'truncated' | 'unavailable' };

export type ChangeCalls = {
  /** What changed in the last 30 days, newest first, without units; null where the server lists no changes. */
  changes(options?: CallOptions): Promise<Changes | null>;
  /**
   * What changed since an entry: the list, and one request for each entry with changed lessons, a hundred at most.
   * @param id the `latestId` that the last call gave; null the first time
   */
  changesSince(id: string | null, options?: FollowOptions): Promise<ChangesSince>;
};

export type FollowOptions = CallOptions & {
  /** entityIds: only entries that name one of them are read, and the others are left out. */
  concerning?: readonly string[];
};

/** Entries that are requested at once. */
const together = 4;

/** @param readOnce for the entries: each is read once, so they need no cache */
export function changeCalls(read: Read, readOnce: Read): ChangeCalls {
  // The publisher validated the data against the schemas that these types are generated from.
  const list = (call?: CallOptions) => nullWithoutChanges(read('changes', call) as Promise<Changes>); // as above
  const complete = (entry: ChangeEntry, call?: CallOptions): Change | Promise<Change | null> =>
    hasUnits(entry)
      ? nullWithoutChanges(readOnce(`changes/${encodeURIComponent(entry.id)}`, call) as Promise<Change>) // as above
      : { ...entry, units: [] };

  return {
    changes: list,
    async changesSince(id, call) {
      const known = await list(call);
      if (known === null) return { state: 'readEverything', latestId: null, why: 'unavailable' };
      const { latestId } = known;
      if (id === null || id === '') return { state: 'readEverything', latestId, why: 'first' };
      const all = entriesAfter(id, known);
      // Once all entries have left, the next one still names the last as its `previous`.
      if (all === null || latestId === null)
        return { state: 'readEverything', latestId: latestId ?? id, why: 'outside' };
      // Of days, only whom they concern is left out.
      const isIncomplete = all.some(({ truncated, kinds }) => truncated && !kinds.includes('days'));
      if (isIncomplete) return { state: 'readEverything', latestId, why: 'truncated' };
      const newer = call?.concerning === undefined ? all : all.filter(names(call.concerning));
      const changes: Change[] = [];
      for (let from = 0; from < newer.length; from += together) {
        for (const entry of await Promise.all(newer.slice(from, from + together).map((each) => complete(each, call)))) {
          // It has left since the list was read.
          if (entry === null) return { state: 'readEverything', latestId, why: 'outside' };
          changes.push(entry);
        }
      }
      return { state: 'followed', latestId, changes };
    },
  };
}

/**
 * Entries of `days` leave before older ones of documents do, so the id itself may be gone while none is missing after it: documents'
 * entries leave the oldest first, so an entry that is older proves it, and so does one that names the id as the one before.
 * @returns the oldest first; null where entries may be missing
 */
function entriesAfter(id: string, { changes, latestId }: Changes): ChangeEntry[] | null {
  // An id of a chain that was lost, or of another organisation.
  if (latestId === null || id > latestId) return null;
  const newer = changes.filter((entry) => entry.id > id).reverse();
  return newer.length < changes.length || newer[0]?.previous === id ? newer : null;
}

/** Days with more than an entry may have may concern anybody. */
const names =
  (entityIds: readonly string[]) =>
  (entry: ChangeEntry): boolean =>
    entry.truncated || [entry, ...entry.timetables].some((each) => each.entityIds.some((id) => entityIds.includes(id)));

/** Only lessons have units. */
const hasUnits = ({ timetables }: ChangeEntry): boolean =>
  timetables.some(({ lessons }) => Object.values(lessons).some((count) => count > 0));

/** A server that has none, or of an earlier version, is no failure; nor is an entry that has left. */
async function nullWithoutChanges<Data>(answer: Promise<Data>): Promise<Data | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedError && ['CHANGE_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) return null;
    throw error;
  }
}
