// Writes the records by which requests are refused or granted: one of the organisation's access, one for each of its
// keys, revoked ones included. A record that is right already is left alone.

import type { AccessRecord, KeyRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { formatVersion, paths } from '../snapshot/paths.ts';
import { recordBytes } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';
import { OvertakenError } from './publish-organisation.ts';

/** Which records are brought up to date: the organisation's own, and those of all its keys or of some, by SHA-256. */
export type AccessScope = { organisation: boolean; keys: 'all' | ReadonlySet<string> };

/**
 * Publishes the access of an organisation; the record of what is no longer in the database is removed.
 * @param transaction holds the claim, and sees with each statement what is committed by then
 * @param beforeReplacing is called right before each record is replaced or removed, and throws to prevent it
 * @returns the paths of the records that were replaced
 * @throws OvertakenError when somebody else replaced one meanwhile
 */
export async function publishAccess(
  transaction: Database,
  store: Store,
  organisationId: string,
  scope: AccessScope,
  beforeReplacing: () => Promise<void>,
): Promise<string[]> {
  const hashes = scope.keys === 'all' ? await listKeyHashes(transaction, organisationId) : [...scope.keys];
  const places = [...(scope.organisation ? [paths.accessRecord(organisationId)] : []), ...hashes.map(paths.keyRecord)];
  // The store before the database: whoever replaces a record after this reading knows the database at least as well as
  // we do, and is then noticed by the comparison in `replace`.
  const stored = new Map<string, Uint8Array | null>();
  for (const path of places) stored.set(path, await store.read(path));
  const records = new Map<string, Uint8Array>([
    ...(scope.organisation ? await accessRecord(transaction, organisationId) : []),
    ...(await keyRecords(transaction, organisationId, hashes)),
  ]);

  // The access record comes first: a key must never be known before its organisation's state is.
  const changed = places.filter((path) => {
    const [before, now] = [stored.get(path) ?? null, records.get(path) ?? null];
    return before === null || now === null ? before !== now : Buffer.compare(before, now) !== 0;
  });
  for (const path of changed) {
    await beforeReplacing();
    const record = records.get(path);
    if (record === undefined) await store.remove([path]);
    else if (!(await store.replace(path, record, stored.get(path) ?? null)))
      throw new OvertakenError(`${path} was replaced by another publisher meanwhile`);
  }
  return changed;
}

async function listKeyHashes(database: Database, organisationId: string): Promise<string[]> {
  const keys = await database
    .selectFrom('api_key')
    .select('sha256')
    .where('organisation_id', '=', organisationId)
    .orderBy('sha256')
    .execute();
  return keys.map(({ sha256 }) => sha256);
}

async function accessRecord(database: Database, organisationId: string): Promise<[string, Uint8Array][]> {
  const state = await database
    .selectFrom('organisation')
    .select(['access', 'locked_because as lockedBecause', 'api_enabled as apiEnabled'])
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (state === undefined) return [];
  const record: AccessRecord = { formatVersion, organisationId, ...state };
  return [[paths.accessRecord(organisationId), recordBytes(record)]];
}

async function keyRecords(
  database: Database,
  organisationId: string,
  hashes: readonly string[],
): Promise<[string, Uint8Array][]> {
  if (hashes.length === 0) return [];
  const keys = await database
    .selectFrom('api_key')
    .select(['id', 'sha256', 'expires_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .where('sha256', 'in', hashes)
    .execute();
  return keys.map((key) => {
    const record: KeyRecord = {
      formatVersion,
      keySha256: key.sha256,
      organisationId,
      keyId: key.id,
      expiresAt: expiry(key.expires_at),
      revoked: key.revoked_at !== null,
    };
    return [paths.keyRecord(key.sha256), recordBytes(record)];
  });
}

/** PostgreSQL's infinite moments arrive as infinite numbers: never, and long past. */
function expiry(moment: Date | null): string | null {
  const time = moment === null ? Number.POSITIVE_INFINITY : Number(moment);
  return time === Number.POSITIVE_INFINITY ? null : new Date(Math.max(time, 0)).toISOString();
}
