// Finds what is published but no longer in the database, even without an entry in the queue, as after a restore.

import { basename } from 'node:path';
import type { Database } from '../database/open-database.ts';
import { selectKnownKeys } from '../database/select-access.ts';
import { paths } from '../snapshot/paths.ts';
import { nullIfBroken, type Organisation, parseOrganisation } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';

/** How many records are read concurrently. */
const readsAtOnce = 32;

/** Deleted keys by SHA-256, each with the organisation whose record has it. */
export async function findDeletedKeys(database: Database, store: Store): Promise<Map<string, string>> {
  const deleted = new Map<string, string>();
  for await (const { record } of readRecords(store)) {
    const hashes = Object.keys(record?.access?.keys ?? {});
    const known = await selectKnownKeys(database, hashes);
    for (const hash of hashes) if (record && !known.has(hash)) deleted.set(hash, record.organisationId);
  }
  return deleted;
}

/** Records whose handle belongs to no organisation. The owner is null when it cannot be read. */
export async function findStrayRecords(
  database: Database,
  store: Store,
): Promise<{ path: string; owner: string | null }[]> {
  const strays: { path: string; owner: string | null }[] = [];
  const rows = await database.selectFrom('organisation').select('handle').execute();
  const known = new Set(rows.map(({ handle }) => handle));
  for await (const { path, record } of readRecords(store))
    if (!known.has(basename(path, '.json'))) strays.push({ path, owner: record?.organisationId ?? null });
  return strays;
}

/** All records; null for one that is broken. @throws NewerFormatError */
export async function* readRecords(store: Store): AsyncGenerator<{ path: string; record: Organisation | null }> {
  const names = await store.listNames(paths.records);
  for (let first = 0; first < names.length; first += readsAtOnce) {
    const some = names.slice(first, first + readsAtOnce).map((name) => `${paths.records}${name}`);
    const found = await Promise.all(some.map(async (path) => ({ path, bytes: await store.read(path) })));
    for (const { path, bytes } of found) if (bytes !== null) yield { path, record: parseOrNull(path, bytes) };
  }
}

function parseOrNull(path: string, bytes: Uint8Array): Organisation | null {
  const record = nullIfBroken(() => parseOrganisation(bytes));
  return record !== null && path === paths.record(record.handle) ? record : null;
}
