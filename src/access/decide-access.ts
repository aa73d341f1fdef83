// The access matrix, whole: from what is known of a request, its key and the key's organisation to the file that is
// granted or the exact refusal. The order of the lines is the contract: a caller whose plan has ended must not learn
// whether a path exists, and a caller without a key must not learn anything.

import type { KeyRecord, OrganisationRecord, PublishedFile } from '../contract/types.generated.ts';
import type { OrganisationId, Owned } from './ids.ts';
import { accessEnded, type Refusal, refusals } from './refusal.ts';

/** What is asked for under /api. */
export type Target = { resource: 'list' } | { resource: 'timetable'; versionId: string } | { resource: 'unknown' };

/** What is known when the decision is taken. */
export type Facts = {
  /** The token of the `Authorization: Bearer` header; null when none was sent. */
  token: string | null;
  /** The record of the organisation that the token names; null when it names none. */
  organisation: Owned<OrganisationRecord> | null;
  /** What that record says of the token; null when it does not know it. */
  key: KeyRecord | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  target: Target;
  method: string;
};

export type Decision =
  | { granted: true; organisationId: OrganisationId; file: PublishedFile }
  | { granted: false; refusal: Refusal };

const refuse = (refusal: Refusal): Decision => ({ granted: false, refusal });

/**
 * Decides by the first line that matches.
 * @throws Error when the organisation's access, or what it shows, was not published yet: that is no caller's mistake.
 */
export function decideAccess({ token, organisation, key, now, target, method }: Facts): Decision {
  if (token === null) return refuse(refusals.authenticationRequired);
  if (organisation === null) return refuse(refusals.unknownKey);
  const { organisationId, access, pointer } = organisation;
  if (access === null) throw notPublished(organisation, 'access');
  if (key === null) return refuse(refusals.unknownKey);
  if (access.state !== 'active') return refuse(accessEnded(access));
  if (!access.apiEnabled) return refuse(refusals.apiDisabled);
  if (key.revoked) return refuse(refusals.unknownKey);
  // Written so that a date that cannot be read counts as past.
  if (key.expiresAt !== null && !(now < Date.parse(key.expiresAt))) return refuse(refusals.expiredKey);
  if (target.resource === 'unknown') return refuse(refusals.unknownPath);
  if (method !== 'GET' && method !== 'HEAD') return refuse(refusals.methodNotAllowed);
  if (pointer === null) throw notPublished(organisation, 'documents');
  if (target.resource === 'list') return { granted: true, organisationId, file: pointer.list };
  // Only own properties: a version may be called `constructor`, and asked for when it is not there.
  const { versionId } = target;
  const file = Object.hasOwn(pointer.timetables, versionId) ? pointer.timetables[versionId] : undefined;
  return file === undefined ? refuse(refusals.timetableNotFound) : { granted: true, organisationId, file };
}

const notPublished = ({ organisationId }: Owned<OrganisationRecord>, what: string) =>
  new Error(`organisation ${organisationId} has no ${what} published yet; run a build`);
