// The first half of a request's walk: from the Authorization header to all that decides about its caller. The hash of the
// token names the key record, that names the organisation, and there are its access record and its pointer.

import { isApiKey } from '../access/api-key.ts';
import type { AccessRecord, KeyRecord, Pointer } from '../contract/types.generated.ts';
import { paths } from '../snapshot/paths.ts';
import { BrokenRecordError, readAccessRecord, readKeyRecord, readPointer } from '../snapshot/read-record.ts';
import { bearerToken } from './negotiate.ts';
import { after, type Eventually, type SnapshotReader } from './snapshot-reader.ts';

/** Who calls, as the published form knows them at one moment. */
export type Caller = {
  /** What they showed; null when that was nothing. */
  token: string | null;
  /** Null for a token that is no key. */
  key: KeyRecord | null;
  access: AccessRecord | null;
  /** What their organisation shows; or why that cannot be told, which matters only to those who are granted access. */
  pointer: Pointer | Error;
};

/** @throws when a record is broken or out of reach */
export function findCaller(
  authorization: string | undefined,
  reader: SnapshotReader,
  sha256: (text: string) => Eventually<string>,
): Eventually<Caller> {
  const token = bearerToken(authorization);
  if (token === null || !isApiKey(token)) return stranger(token);
  return after(sha256(token), (hash) =>
    after(reader.record(paths.keyRecord(hash), readKeyRecord), (key) => {
      if (key === null) return stranger(token);
      if (key.keySha256 !== hash) throw new BrokenRecordError("a key record stands in another key's place");
      return findOrganisation(token, key, reader);
    }),
  );
}

const nothing = new Error('a stranger is granted nothing');
const stranger = (token: string | null): Caller => ({ token, key: null, access: null, pointer: nothing });

/** Asks for both records at once, since each may be a round trip. */
function findOrganisation(token: string, key: KeyRecord, reader: SnapshotReader): Eventually<Caller> {
  const { organisationId } = key;
  const access = findAccess(organisationId, reader);
  const pointer = findPointer(organisationId, reader);
  if (access instanceof Promise || pointer instanceof Promise)
    return Promise.all([access, pointer]).then(([access, pointer]) => ({ token, key, access, pointer }));
  return { token, key, access, pointer };
}

const findAccess = (organisationId: string, reader: SnapshotReader): Eventually<AccessRecord | null> =>
  after(
    reader.record(paths.accessRecord(organisationId), readAccessRecord),
    (access) => access && own(access, organisationId, 'access record'),
  );

function findPointer(organisationId: string, reader: SnapshotReader): Eventually<Pointer | Error> {
  try {
    const found = after(reader.record(paths.pointer(organisationId), readPointer), (pointer) => {
      if (pointer === null) throw new Error(`organisation ${organisationId} has nothing published yet; run a build`);
      return own(pointer, organisationId, 'pointer');
    });
    return found instanceof Promise ? found.catch(asError) : found;
  } catch (error) {
    return asError(error);
  }
}

function own<Kind extends { organisationId: string }>(record: Kind, organisationId: string, what: string): Kind {
  if (record.organisationId === organisationId) return record;
  throw new BrokenRecordError(`the ${what} of ${organisationId} is that of ${record.organisationId}`);
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
