// Gives a copied store its own id, so that nothing is published to it before `npm run bind`.

import type { StoreRecord } from '../contract/types.generated.ts';
import { StoreMismatchError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import { parseStoreRecord, recordBytes } from '../snapshot/read-record.ts';
import type { Store } from '../store/store.ts';

/**
 * Gives the target its own id and the source's database, before anything is copied.
 * @param newId generates a unique id
 * @returns the record of the source, or null when it has none, as before release 0.2
 * @throws StoreMismatchError when the target belongs to another database
 */
export async function copyStoreRecord(from: Store, to: Store, newId: () => string): Promise<StoreRecord | null> {
  const [source, target] = await Promise.all([readStoreRecord(from), readStoreRecord(to)]);
  if (target !== null && source?.databaseId !== target.databaseId)
    throw new StoreMismatchError(
      `${to.location} belongs to the database ${target.database}, and ${from.location} ` +
        `${source === null ? 'to none that is known' : `to ${source.database}`}; copy to an empty store`,
    );
  if (source === null || target !== null) return source;
  const record: StoreRecord = { ...source, storeId: newId() };
  if (!(await to.replace(paths.storeRecord, recordBytes(record), null)))
    throw new StoreMismatchError(
      `${to.location} was bound by another command at the same time; check to which database`,
    );
  return source;
}

async function readStoreRecord(store: Store): Promise<StoreRecord | null> {
  const bytes = await store.read(paths.storeRecord);
  return bytes && parseStoreRecord(bytes);
}
