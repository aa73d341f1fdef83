// Compares what readers had of an organisation's documents with what they have: each published version whose bytes differ, one after
// the other, so that only two of them are in memory.

import type { Owned } from '../../access/ids.ts';
import { comparePublished } from '../../changes/compare-published.ts';
import type { ChangedTimetable, ChangedUnit, Pointer, Timetable } from '../../contract/types.generated.ts';
import { isPublished } from '../../document/assemble-list.ts';
import { BrokenRecordError } from '../../errors.ts';
import { readData } from '../../snapshot/load-published.ts';
import type { Store } from '../../store/store.ts';
import { maxBytes } from '../derived/derived-limits.ts';
import { changeLimits } from './change-limits.ts';

export type Compared = { timetables: ChangedTimetable[]; units: ChangedUnit[]; truncated: boolean };

/**
 * @param before null for nothing
 * @param letDocumentsGoFirst called between two versions
 * @throws BrokenRecordError when a file that a pointer names is missing or damaged
 */
export async function compareGenerations(
  store: Store,
  before: Owned<Pointer> | null,
  after: Owned<Pointer>,
  letDocumentsGoFirst: () => Promise<void>,
): Promise<Compared> {
  const compared: Compared = { timetables: [], units: [], truncated: false };
  let [bytes, listedBytes] = [0, 0];
  for (const versionId of new Set([...Object.keys(before?.timetables ?? {}), ...Object.keys(after.timetables)])) {
    if (before?.timetables[versionId]?.hash === after.timetables[versionId]?.hash) continue;
    await letDocumentsGoFirst();
    const [old, now] = [await readShown(store, before, versionId), await readShown(store, after, versionId)];
    if (old === 'too large' || now === 'too large') {
      compared.truncated = true;
      continue;
    }
    const change = comparePublished(old, now);
    if (change === null) continue;
    const { timetable, units } = change;
    listedBytes += JSON.stringify(timetable).length;
    compared.truncated ||=
      timetable.entityIds.length > changeLimits.entityIds || listedBytes > changeLimits.listedBytes;
    compared.timetables.push(timetable);
    for (const unit of units) {
      if (compared.truncated) break;
      const changed = { timetableId: timetable.timetableId, ...unit };
      bytes += JSON.stringify(changed).length;
      compared.units.push(changed);
      compared.truncated = compared.units.length > changeLimits.units || bytes > changeLimits.bytes;
    }
  }
  compared.truncated ||= compared.timetables.length > changeLimits.timetables;
  if (!compared.truncated) return compared;
  const timetables = compared.timetables.slice(0, changeLimits.timetables).map((each) => ({ ...each, entityIds: [] }));
  return { timetables, units: [], truncated: true };
}

/** A version as a key sees it that sees published ones only; null for a draft, and where there is none. */
async function readShown(
  store: Store,
  pointer: Owned<Pointer> | null,
  versionId: string,
): Promise<Timetable | 'too large' | null> {
  const file = pointer?.timetables[versionId];
  if (pointer === null || file === undefined || file.draft) return null;
  if (file.identity.bytes > maxBytes) return 'too large';
  const data = await readData(store, pointer, versionId, file.hash);
  if (data === null) {
    const { organisationId, generation } = pointer;
    throw new BrokenRecordError(
      `the file of ${versionId} of organisation ${organisationId}, generation ${generation}, is missing or damaged`,
    );
  }
  const version: Timetable = JSON.parse(data); // only a document that was checked is published under its hash
  return isPublished(version) ? version : null;
}
