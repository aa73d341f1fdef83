// The whole access matrix: takes the request, its key and the key's organisation, and returns the file to serve or the
// exact refusal. The order of the checks is part of the contract: a caller whose plan has ended must not find out whether a
// path exists, and a caller without a key must not find out anything.

import type {
  IndexedPack,
  KeyRecord,
  OrganisationRecord,
  Pack,
  PackedFile,
  PublishedFile,
} from '../contract/types.generated.ts';
import type { OrganisationId, Owned } from './ids.ts';
import { accessEnded, type Refusal, refusals } from './refusal.ts';

/** The resource that a request under /api names. */
export type Target =
  | { resource: 'list' }
  | { resource: 'timetable'; versionId: string }
  | { resource: 'calendar' }
  | { resource: 'week'; week: string }
  | { resource: 'day'; date: string }
  | IndexedTarget
  | { resource: 'unknown' };

/** A week of one class, teacher or room. */
type SliceTarget = { resource: 'slice'; week: string; kind: 'class' | 'teacher' | 'room'; entityId: string };

/** What is found by the index of a pack: a slice, what changed lately, and one change. */
export type IndexedTarget = SliceTarget | { resource: 'changes' } | { resource: 'change'; id: string };

/** Everything the decision depends on. */
export type Facts = {
  /** The token of the `Authorization: Bearer` header; null when none was sent. */
  token: string | null;
  /** The organisation's record, found by the handle in the token; null when there is none. */
  organisation: Owned<OrganisationRecord> | null;
  /** The token's entry in that record; null when it has none. */
  key: KeyRecord | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  target: Target;
  method: string;
};

/** What is granted: a file; a day of a pack; or whatever a pack has under a name, since only its index knows them. */
type Grant = { file: PublishedFile } | { day: PackedFile; pack: Pack } | { indexed: IndexedPack; named: IndexedTarget };

export type Decision =
  | ({ granted: true; organisationId: OrganisationId } & Grant)
  | { granted: false; refusal: Refusal };

const refuse = (refusal: Refusal): Decision => ({ granted: false, refusal });

/**
 * The first check that fails decides.
 * @throws Error when the organisation's access or documents were never published, which is not the caller's fault.
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
  // Negated so that an unreadable date (NaN) counts as expired.
  if (key.expiresAt !== null && !(now < Date.parse(key.expiresAt))) return refuse(refusals.expiredKey);
  if (target.resource === 'unknown') return refuse(refusals.unknownPath);
  if (method !== 'GET' && method !== 'HEAD') return refuse(refusals.methodNotAllowed);
  if (pointer === null) throw notPublished(organisation, 'documents');
  const grantAny = (granted: Grant): Decision => ({ granted: true, organisationId, ...granted });
  const grant = (file: PublishedFile): Decision => grantAny({ file });
  if (target.resource === 'list' || target.resource === 'timetable') {
    const hidesDrafts = key.publishedOnly === true;
    const list = hidesDrafts ? pointer.publishedList : pointer.list;
    if (list === undefined) throw notPublished(organisation, 'list without drafts');
    if (target.resource === 'list') return grant(list);
    const file = ownFile(pointer.timetables, target.versionId);
    return file === undefined || (hidesDrafts && file.draft) ? refuse(refusals.timetableNotFound) : grant(file);
  }
  const { derived, days, changes } = organisation;
  if (target.resource === 'changes' || target.resource === 'change')
    // They follow the first documents within seconds; an earlier release has published none.
    return changes === undefined ? refuse(refusals.changeNotFound) : grantAny({ indexed: changes.pack, named: target });
  if (target.resource === 'day') {
    // Days and the calendar are published one after the other: either shows that there is a calendar.
    if (days === undefined) return refuse(derived === undefined ? refusals.calendarNotFound : refusals.dayNotFound);
    const day = ownFile(days.days, target.date);
    return day === undefined ? refuse(refusals.dayNotFound) : grantAny({ day, pack: days.pack });
  }
  if (derived === undefined) return refuse(refusals.calendarNotFound);
  if (target.resource === 'calendar') return grant(derived.calendar);
  if (target.resource === 'slice') {
    // An earlier release has published no slices of a week.
    const slices = ownFile(derived.slices ?? {}, target.week);
    return slices === undefined ? refuse(refusals.weekNotFound) : grantAny({ indexed: slices, named: target });
  }
  const file = ownFile(derived.weeks, target.week);
  return file === undefined ? refuse(refusals.weekNotFound) : grant(file);
}

/** Own properties only: the name comes from the caller and may be `constructor`. */
const ownFile = <File>(files: Readonly<Record<string, File>>, name: string): File | undefined =>
  Object.hasOwn(files, name) ? files[name] : undefined;

const notPublished = ({ organisationId }: Owned<OrganisationRecord>, what: string) =>
  new Error(`organisation ${organisationId} has no ${what} published yet; run a build`);
