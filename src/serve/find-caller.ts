// The first half of the request path: finds the caller from the Authorization header. The key contains the handle of its
// organisation's record, which holds everything else.

import { handleOfKey } from '../access/api-key.ts';
import type { Facts } from '../access/decide-access.ts';
import { BrokenRecordError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import { type Organisation, parseOrganisation } from '../snapshot/read-record.ts';
import { bearerToken } from './negotiate.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** The caller, from one reading of the published output. */
export type Caller = Pick<Facts, 'token' | 'key'> & { organisation: Organisation | null };

/**
 * Reads nothing when the token is not a well-formed key.
 * @throws when the record is broken or unreachable
 */
export function findCaller(
  authorization: string | undefined,
  reader: SnapshotReader,
  sha256: (text: string) => MaybePromise<string>,
): MaybePromise<Caller> {
  const token = bearerToken(authorization);
  const handle = token === null ? null : handleOfKey(token);
  if (token === null || handle === null) return { token, organisation: null, key: null };
  return chain(reader.record(paths.record(handle), parseOrganisation), (organisation) => {
    if (organisation === null) return { token, organisation, key: null };
    if (organisation.handle !== handle) throw new BrokenRecordError("a record stands in another organisation's place");
    return chain(sha256(token), (hash) => ({ token, organisation, key: keyOf(organisation, hash) }));
  });
}

function keyOf({ access }: Organisation, hash: string): Facts['key'] {
  return access !== null && Object.hasOwn(access.keys, hash) ? (access.keys[hash] ?? null) : null;
}
