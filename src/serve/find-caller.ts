// The first half of the request path: finds the caller from the Authorization header. The key contains the handle of its
// organisation's record, which holds everything else.

import { handleOfKey } from '../access/api-key.ts';
import type { Facts } from '../access/decide-access.ts';
import type { Handle } from '../access/ids.ts';
import { BrokenRecordError } from '../errors.ts';
import type { ParsedOrganisationRecord } from '../snapshot/read-record.ts';
import { bearerToken } from './http/negotiate.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** What an Authorization header says by itself: its token, and what identifies the key if the token has the form of one. */
export type Credential = { token: string | null; key: { handle: Handle; sha256: string } | null };

/** The caller, from one reading of the published output. */
export type Caller = Pick<Facts, 'token' | 'key'> & { organisation: ParsedOrganisationRecord | null };

/** @param sha256 in lower-case hexadecimal, of a text in UTF-8 */
export function readCredential(
  authorization: string | undefined,
  sha256: (text: string) => MaybePromise<string>,
): MaybePromise<Credential> {
  const token = bearerToken(authorization);
  const handle = token === null ? null : handleOfKey(token);
  if (token === null || handle === null) return { token, key: null };
  return chain(sha256(token), (hash) => ({ token, key: { handle, sha256: hash } }));
}

/**
 * Reads nothing when the token is not a well-formed key.
 * @throws when the record is broken or unreachable
 */
export function findCaller(
  { token, key }: Credential,
  reader: Pick<SnapshotReader, 'organisation'>,
): MaybePromise<Caller> {
  if (key === null) return { token, organisation: null, key: null };
  return chain(reader.organisation(key.handle), (organisation) => {
    if (organisation === null) return { token, organisation, key: null };
    if (organisation.handle !== key.handle)
      throw new BrokenRecordError('the record at the path of one handle contains another');
    return { token, organisation, key: findKey(organisation, key.sha256) };
  });
}

function findKey({ access }: ParsedOrganisationRecord, hash: string): Facts['key'] {
  return access !== null && Object.hasOwn(access.keys, hash) ? (access.keys[hash] ?? null) : null;
}
