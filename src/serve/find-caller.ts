// The first half of a request's path: from the Authorization header to all that decides about its caller. The key names
// its organisation's record, and that one record tells the rest.

import { handleOfKey } from '../access/api-key.ts';
import type { Facts } from '../access/decide-access.ts';
import { BrokenRecordError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import { type Organisation, parseOrganisation } from '../snapshot/read-record.ts';
import { bearerToken } from './negotiate.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** Who calls, as the published output knows them at one moment. */
export type Caller = Pick<Facts, 'token' | 'key'> & { organisation: Organisation | null };

/**
 * Reads nothing for a token that is no key.
 * @throws when the record is broken or out of reach
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
