// Binds a database to a store, for tests that publish to a new store with a database that has published before.

import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { ensureDatabaseId, readStoreBinding, writeStoreBinding } from '../../src/database/store-binding.ts';
import { formatVersion, paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';

/** Unlike `bindStore` it enqueues nothing. @param target a store, or a folder */
export async function bindTestStore(
  { database, location }: Pick<OpenDatabase, 'database' | 'location'>,
  target: Store | string,
): Promise<void> {
  const store = typeof target === 'string' ? folderStore(target) : target;
  const databaseId = await ensureDatabaseId(database, randomUUID());
  const before = await readStoreBinding(database);
  const storeId = randomUUID();
  const record = { formatVersion, storeId, databaseId, database: location };
  await store.write([{ path: paths.storeRecord, bytes: recordBytes(record) }]);
  await writeStoreBinding(database, { id: storeId, location: store.location }, before?.storeId ?? null);
}
