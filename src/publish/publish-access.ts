// Writes the records by which requests are refused or granted: one of the organisation's access, one for each of its
// keys, revoked ones included. A record that is right already is left alone.

import { sql } from 'kysely';
import type { AccessRecord, KeyRecord } from '../contract/types.generated.ts';
import type { Database } from '../database/open-database.ts';
import { whole } from '../snapshot/load-snapshot.ts';
import { formatVersion, paths } from '../snapshot/paths.ts';
import { readAccessRecord, readKeyRecord, recordBytes } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';
import { OvertakenError } from './publish-organisation.ts';

/**
 * Which records are brought up to date: the organisation's own, those of all the keys that it has, and those of the keys
 * with the given SHA-256, which may be gone.
 */
export type AccessScope = { organisation: boolean; allKeys: boolean; keys: ReadonlySet<string> };

export const everyRecord: AccessScope = { organisation: true, allKeys: true, keys: new Set() };

/**
 * How many keys are looked at together: read at the same time, between two statements, so that a slow store does not let
 * the claim be idle for too long, and so that any number of keys fits in memory.
 */
const batch = 32;

/**
 * Publishes the access of an organisation; the record of what is no longer in the database is removed.
 * @param transaction holds the claim, and sees with each statement what is committed by then
 * @param beforeReplacing is called right before each record is replaced or removed, and throws to prevent it
 * @returns the paths of the records that were replaced
 * @throws OvertakenError when somebody else replaced one meanwhile
 * @throws NewerFormatError when a newer program wrote one, which stays
 */
export async function publishAccess(
  transaction: Database,
  store: Store,
  organisationId: string,
  scope: AccessScope,
  beforeReplacing: () => Promise<void>,
): Promise<string[]> {
  const changed: string[] = [];

  async function bringUpToDate(places: readonly string[], read: () => Promise<Map<string, Uint8Array>>): Promise<void> {
    // The store before the database: whoever replaces a record after this reading knows the database at least as well as
    // we do, and is then noticed by the comparison in `replace`.
    const stored = await Promise.all(places.map((path) => readOurs(store, path, organisationId)));
    const records = await read();
    for (const [index, path] of places.entries()) {
      const before = stored[index] ?? null;
      const now = records.get(path) ?? null;
      if (before === null || now === null ? before === now : Buffer.compare(before, now) === 0) continue;
      await beforeReplacing();
      if (now === null) await store.remove([path]);
      else if (!(await store.replace(path, now, before)))
        throw new OvertakenError(`${path} was replaced by another publisher meanwhile`);
      changed.push(path);
    }
  }
  const ownRecord = () =>
    bringUpToDate([paths.accessRecord(organisationId)], () => accessRecord(transaction, organisationId));

  // The access record comes first, and goes last: a key must never be known while its organisation's state is not.
  const goes = scope.organisation && (await accessRecord(transaction, organisationId)).size === 0;
  if (scope.organisation && !goes) await ownRecord();
  const own = scope.allKeys ? await listKeyHashes(transaction, organisationId) : [];
  const hashes = [...new Set([...own, ...scope.keys])];
  for (let first = 0; first < hashes.length; first += batch) {
    const some = hashes.slice(first, first + batch);
    await bringUpToDate(some.map(paths.keyRecord), () => keyRecords(transaction, some));
  }
  if (goes) await ownRecord();
  return changed;
}

/** The bytes of a record, whole or broken, but never those that a newer program wrote. */
async function readOurs(store: Store, path: string, organisationId: string): Promise<Uint8Array | null> {
  const bytes = await store.read(path);
  const parse = path === paths.accessRecord(organisationId) ? readAccessRecord : readKeyRecord;
  if (bytes !== null) whole(() => parse(bytes), organisationId);
  return bytes;
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

async function accessRecord(database: Database, organisationId: string): Promise<Map<string, Uint8Array>> {
  const state = await database
    .selectFrom('organisation')
    .select(['access', 'locked_because as lockedBecause', 'api_enabled as apiEnabled'])
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (state === undefined) return new Map();
  const record: AccessRecord = { formatVersion, organisationId, ...state };
  return new Map([[paths.accessRecord(organisationId), recordBytes(record)]]);
}

/** Whosever the keys are by now: one that was given to another organisation must not be taken from it. */
async function keyRecords(database: Database, hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
  const keys = await database
    .selectFrom('api_key')
    .select(['id', 'organisation_id', 'sha256', 'expires_at', 'revoked_at'])
    .where('sha256', '=', sql<string>`any(${hashes}::text[])`)
    .execute();
  const records = keys.map((key): [string, Uint8Array] => {
    const record: KeyRecord = {
      formatVersion,
      keySha256: key.sha256,
      organisationId: key.organisation_id,
      keyId: key.id,
      expiresAt: expiry(key.expires_at),
      revoked: key.revoked_at !== null,
    };
    return [paths.keyRecord(key.sha256), recordBytes(record)];
  });
  return new Map(records);
}

/** The last moment that a record can name. PostgreSQL goes further, and further than a Date can. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** PostgreSQL's infinite moments arrive as infinite numbers, never and long past; those after all Dates as NaN. */
function expiry(moment: Date | null): string | null {
  const time = moment === null ? Number.POSITIVE_INFINITY : Number(moment);
  if (time === Number.POSITIVE_INFINITY) return null;
  return new Date(Number.isNaN(time) ? lastMoment : Math.min(Math.max(time, 0), lastMoment)).toISOString();
}
