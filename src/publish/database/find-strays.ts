// Finds records and links of organisations that the database does not have, even without an entry in the queue, as after a restore.

import { basename } from 'node:path';
import { type Handle, isHandle } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectUnusedHandles } from '../../database/queue/select-fences.ts';
import { paths } from '../../snapshot/paths.ts';
import { nullIfBroken, type ParsedOrganisationRecord, parseOrganisationRecord } from '../../snapshot/read-record.ts';
import { readsAtOnce } from '../../store/reads-at-once.ts';
import type { Store } from '../../store/store.ts';

/** A record whose handle belongs to no organisation. The owner is null when it cannot be read. */
export type StrayRecord = { path: string; owner: string | null };

export async function findStrays(database: Database, store: Store): Promise<StrayRecord[]> {
  const records: StrayRecord[] = [];
  for await (const { path, record } of readRecords(store))
    records.push({ path, owner: record?.organisationId ?? null });
  // Read after the records, so that what is created in between does not look deleted.
  const rows = await database.selectFrom('organisation').select('handle').execute();
  const handles = new Set(rows.map(({ handle }) => handle));
  return records.filter(({ path }) => !handles.has(basename(path, '.json')));
}

/** The handles of links in the store that no organisation has. */
export async function findStrayLinks(database: Database, store: Store): Promise<Handle[]> {
  const handles = (await store.listNames(paths.links)).filter(isHandle);
  const unused = await selectUnusedHandles(database, handles);
  return handles.filter((handle) => unused.has(handle));
}

/** All records; null for one that is broken. @throws NewerFormatError */
async function* readRecords(store: Store): AsyncGenerator<{ path: string; record: ParsedOrganisationRecord | null }> {
  const names = await store.listNames(paths.records);
  for (let first = 0; first < names.length; first += readsAtOnce) {
    const some = names.slice(first, first + readsAtOnce).map((name) => `${paths.records}${name}`);
    const found = await Promise.all(some.map(async (path) => ({ path, bytes: await store.read(path) })));
    for (const { path, bytes } of found) if (bytes !== null) yield { path, record: parseOrNull(path, bytes) };
  }
}

function parseOrNull(path: string, bytes: Uint8Array): ParsedOrganisationRecord | null {
  const record = nullIfBroken(() => parseOrganisationRecord(bytes));
  return record !== null && path === paths.record(record.handle) ? record : null;
}
