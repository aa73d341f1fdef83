// What a watcher does at its start while what it should read is not there. Where nothing was published from the database yet, a wrong
// search_path or a forgotten view ends it at once, and says so. Where the relations are recorded, each transaction compares them, so
// nothing wrong can be published: it says at once what it misses and goes on by itself when that is back, as when a view goes missing
// later. Otherwise a vendor's migration at the wrong moment would keep a revocation from readers until somebody starts it again.

import { setTimeout as sleep } from 'node:timers/promises';
import { SourceMismatchError } from '../../errors.ts';
import type { Database } from '../connect/open-database.ts';
import { assertMappingComplete } from './check-mapping.ts';
import { assertSource, hasRecordedRelations, type Reading, relationsOf } from './source-relations.ts';

/** Milliseconds between two looks. */
const pause = 2_000;

/**
 * @param reading what this process publishes; it waits for no other relation
 * @param say told what it waits for, once for each reason
 * @throws MappingError, and SourceMismatchError where no relations are recorded
 */
export async function awaitSource(
  database: Database,
  reading: Reading,
  say: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!(await hasRecordedRelations(database))) return assertMappingComplete(database);
  for (let said = ''; !signal.aborted; ) {
    const missing = await findMissing(database, reading);
    if (missing === null) return assertMappingComplete(database, relationsOf[reading]);
    if (missing !== said) say(missing);
    said = missing;
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

async function findMissing(database: Database, reading: Reading): Promise<string | null> {
  try {
    await assertSource(database, reading);
    return null;
  } catch (error) {
    if (error instanceof SourceMismatchError) return error.message;
    throw error;
  }
}
