// The first half of a request's walk: from the token to all that decides about its caller. The token's hash names the
// key record, that names the organisation, and there are its access record and its pointer.

import { isApiKey } from '../access/api-key.ts';
import type { AccessRecord, KeyRecord, Pointer } from '../contract/types.generated.ts';
import { paths } from '../snapshot/paths.ts';
import { BrokenRecordError, readAccessRecord, readKeyRecord, readPointer } from '../snapshot/read-record.ts';
import type { Eventually, SnapshotReader } from './snapshot-reader.ts';

/** Who calls, as the published form knows them at one moment. */
export type Caller = {
  key: KeyRecord;
  access: AccessRecord | null;
  /** What their organisation shows; or why that cannot be told, which matters only to those who are granted access. */
  pointer: Pointer | Error;
};

/** Null when there is no such key. @throws when a record is broken or out of reach */
export async function findCaller(
  token: string,
  reader: SnapshotReader,
  sha256: (text: string) => Eventually<string>,
): Promise<Caller | null> {
  if (!isApiKey(token)) return null;
  const hash = await sha256(token);
  const key = await reader.record(paths.keyRecord(hash), readKeyRecord);
  if (key === null) return null;
  if (key.keySha256 !== hash) throw new BrokenRecordError("a key record stands in another key's place");
  // Both at once, since each may be a round trip.
  const [access, pointer] = await Promise.all([
    findAccess(key.organisationId, reader),
    findPointer(key.organisationId, reader).catch(asError),
  ]);
  return { key, access, pointer };
}

async function findAccess(organisationId: string, reader: SnapshotReader): Promise<AccessRecord | null> {
  const access = await reader.record(paths.accessRecord(organisationId), readAccessRecord);
  return access && own(access, organisationId, 'access record');
}

async function findPointer(organisationId: string, reader: SnapshotReader): Promise<Pointer> {
  const pointer = await reader.record(paths.pointer(organisationId), readPointer);
  if (pointer === null) throw new Error(`organisation ${organisationId} has nothing published yet; run a build`);
  return own(pointer, organisationId, 'pointer');
}

function own<Kind extends { organisationId: string }>(record: Kind, organisationId: string, what: string): Kind {
  if (record.organisationId === organisationId) return record;
  throw new BrokenRecordError(`the ${what} of ${organisationId} is that of ${record.organisationId}`);
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
