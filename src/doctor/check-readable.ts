// Checks for `doctor --for serve` that the published output can be read. Nothing is written: the server's user may not, which
// keeps it from changing what it serves.

import { BrokenRecordError, OutOfReachError, reasonOf } from '../errors.ts';
import { readStoreRecord } from '../publish/engine/guard-store.ts';
import { readHeartbeat } from '../snapshot/heartbeat.ts';
import { paths } from '../snapshot/paths.ts';
import type { Store } from '../store/store.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

const publisher = 'BELFRY_OUT or BELFRY_BUCKET must name the store of the publisher, as in its settings';

/** @param mayList also lists the records and reads one; credentials of a bucket that only read need no permission to list */
export async function checkReadable(store: Store, mayList: boolean): Promise<Diagnosis> {
  const check = 'store';
  try {
    const { state } = await readStoreRecord(store);
    if (state === 'absent')
      return wrong(check, `${store.location} has no ${paths.storeRecord}: nothing was published there`, publisher);
    await readHeartbeat(store);
    const [first] = mayList ? await store.listNames(paths.records) : [];
    if (first !== undefined) await store.read(`${paths.records}${first}`);
    return fine(check, `${store.location} can be read`);
  } catch (error) {
    if (error instanceof BrokenRecordError || !(error instanceof OutOfReachError)) throw error;
    const next =
      'Let the user of `serve` read it, in a folder by the group of the published files; it needs no permission to write';
    return { check, outcome: 'unreachable', found: `${store.location}: ${reasonOf(error)}`, next };
  }
}
