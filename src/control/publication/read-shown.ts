// Reads a timetable as readers get it, whatever the database has. One at a time, since few documents fit into memory.

import type { Owned } from '../../access/ids.ts';
import type { Pointer, Timetable } from '../../contract/types.generated.ts';
import { BrokenRecordError } from '../../errors.ts';
import { readData } from '../../snapshot/load-published.ts';
import type { Store } from '../../store/store.ts';

/** @throws BrokenRecordError when its file is missing or damaged */
export async function readShown(store: Store, pointer: Owned<Pointer>, versionId: string): Promise<Timetable> {
  const file = pointer.timetables[versionId];
  const data = file === undefined ? null : await readData(store, pointer, versionId, file.hash);
  if (data === null)
    throw new BrokenRecordError(
      `the published file of version ${versionId} of ${pointer.organisationId} is missing or damaged`,
    );
  return JSON.parse(data) as Timetable; // only a document that was checked is published under its hash
}
