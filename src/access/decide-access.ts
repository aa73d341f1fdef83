// The access matrix: from what is known of a request, its key and the key's organisation to "granted" or the exact
// refusal. The order of the lines is the contract: a caller whose plan has ended must not learn whether a path exists,
// and a caller without a key must not learn anything.

import type { AccessRecord, KeyRecord } from '../contract/types.generated.ts';
import { accessEnded, type Refusal, refusals } from './refusal.ts';

/** What is known when the decision is taken. */
export type Facts = {
  /** The token of the `Authorization: Bearer` header; null when none was sent. */
  bearerToken: string | null;
  /** The record of that token; null when there is none. */
  key: KeyRecord | null;
  /** The access record of the key's organisation; null only while `key` is. */
  access: AccessRecord | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  resource: 'list' | 'timetable' | 'unknown';
  method: string;
  /** Whether the organisation shows the version asked for; null while that is not known or nothing was asked. */
  versionExists: boolean | null;
};

export type Decision = { granted: true; organisationId: string } | { granted: false; refusal: Refusal };

const refuse = (refusal: Refusal): Decision => ({ granted: false, refusal });

/**
 * Decides by the first line that matches.
 * @throws Error when the key's organisation has no access record: that is a broken store, not a caller's mistake.
 */
export function decideAccess({ bearerToken, key, access, now, resource, method, versionExists }: Facts): Decision {
  if (bearerToken === null) return refuse(refusals.authenticationRequired);
  if (key === null) return refuse(refusals.unknownKey);
  if (access === null) throw new Error(`organisation ${key.organisationId} of key ${key.keyId} has no access record`);
  if (access.access !== 'active') return refuse(accessEnded(access));
  if (!access.apiEnabled) return refuse(refusals.apiDisabled);
  if (key.revoked) return refuse(refusals.unknownKey);
  // Written so that a date that cannot be read counts as past.
  if (key.expiresAt !== null && !(now < Date.parse(key.expiresAt))) return refuse(refusals.expiredKey);
  if (resource === 'unknown') return refuse(refusals.unknownPath);
  if (method !== 'GET' && method !== 'HEAD') return refuse(refusals.methodNotAllowed);
  if (versionExists === false) return refuse(refusals.timetableNotFound);
  return { granted: true, organisationId: key.organisationId };
}
