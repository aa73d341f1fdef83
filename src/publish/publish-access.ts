// Writes the records by which requests are refused or granted: one of the organisation's access, one for each of its
// keys, revoked ones included. A record that is right already is left alone.

import type { AccessRecord, KeyRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { formatVersion, paths } from '../snapshot/paths.ts';
import { recordBytes } from '../snapshot/read-record.ts';
import type { NewFile, Store } from '../snapshot/store.ts';

/**
 * Publishes the access of an organisation that exists.
 * @returns the paths of the records that were replaced
 */
export async function publishAccess(database: Database, store: Store, organisationId: string): Promise<string[]> {
  const organisation = await database
    .selectFrom('organisation')
    .select(['access', 'locked_because as lockedBecause', 'api_enabled as apiEnabled'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const keys = await database
    .selectFrom('api_key')
    .select(['id', 'sha256', 'expires_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();

  const access: AccessRecord = { formatVersion, organisationId, ...organisation };
  const records: NewFile[] = [
    { path: paths.accessRecord(organisationId), bytes: recordBytes(access) },
    ...keys.map((key) => {
      const record: KeyRecord = {
        formatVersion,
        keySha256: key.sha256,
        organisationId,
        keyId: key.id,
        expiresAt: expiry(key.expires_at),
        revoked: key.revoked_at !== null,
      };
      return { path: paths.keyRecord(key.sha256), bytes: recordBytes(record) };
    }),
  ];
  const changed: NewFile[] = [];
  for (const record of records) {
    const stored = await store.read(record.path);
    if (stored === null || Buffer.compare(stored, record.bytes) !== 0) changed.push(record);
  }
  // The access record first: a key must never be known before its organisation's state is.
  for (const record of changed) await store.write([record]);
  return changed.map(({ path }) => path);
}

/** PostgreSQL's infinite moments arrive as infinite numbers: never, and long past. */
function expiry(moment: Date | null): string | null {
  const time = moment === null ? Number.POSITIVE_INFINITY : Number(moment);
  return time === Number.POSITIVE_INFINITY ? null : new Date(Math.max(time, 0)).toISOString();
}
