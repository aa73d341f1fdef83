// Parses Belfry's own small files. Servers and CDN functions have no schema validator, so these checks cover only what the
// request path relies on. A record of another format must never be trusted. `npm run check` validates the same files against
// their schemas. Every parser throws BrokenRecordError, and NewerFormatError for a record of a newer release.

import { type Handle, isHandle, isOrganisationId, isSha256, type Owned } from '../access/ids.ts';
import type {
  HandleRecord,
  LinkRecord,
  OrganisationRecord,
  Pointer,
  Problems,
  StoreRecord,
} from '../contract/types.generated.ts';
import { BrokenRecordError, NewerFormatError } from '../errors.ts';
import { formatVersion } from './paths.ts';

export type { StoreRecord };

/** An organisation's record, with parsed ids. */
export type ParsedOrganisationRecord = Owned<OrganisationRecord> & { handle: Handle; pointer: Owned<Pointer> | null };

export const parseOrganisationRecord = (bytes: Uint8Array): ParsedOrganisationRecord =>
  parseRecord<ParsedOrganisationRecord>(
    bytes,
    "organisation's record",
    ({ handle, organisationId, access, pointer, derived, days, changes }) =>
      isHandle(handle) &&
      isOrganisationId(organisationId) &&
      (access === null || (isObject(access) && holdsAccess(access))) &&
      (pointer === null ||
        (isObject(pointer) && holdsPointer(pointer) && pointer['organisationId'] === organisationId)) &&
      (derived === undefined || (isObject(derived) && holdsDerived(derived))) &&
      (days === undefined || (isObject(days) && holdsDays(days))) &&
      (changes === undefined || (isObject(changes) && holdsChanges(changes))),
  );

const holdsAccess = ({ state, apiEnabled, keys }: Record<string, unknown>) =>
  typeof state === 'string' &&
  typeof apiEnabled === 'boolean' &&
  isObject(keys) &&
  Object.entries(keys).every(([sha256, key]) => isSha256(sha256) && isObject(key) && holdsKey(key));

/** What restricts a key is never taken for its absence. */
const holdsKey = ({ keyId, expiresAt, revoked, publishedOnly }: Record<string, unknown>) =>
  typeof keyId === 'string' &&
  (expiresAt === null || typeof expiresAt === 'string') &&
  typeof revoked === 'boolean' &&
  (publishedOnly === undefined || publishedOnly === true);

const holdsPointer = ({ organisationId, generation, list, publishedList, timetables }: Record<string, unknown>) =>
  isOrganisationId(organisationId) &&
  typeof generation === 'number' &&
  isObject(list) &&
  (publishedList === undefined || isObject(publishedList)) &&
  isObject(timetables);

/** What is replaced is relied on by the clean-up, which must not remove what is still being read. */
const holdsDerived = ({
  generation,
  validUntil,
  calendar,
  weeks,
  slices,
  replaced,
  replacedPacks,
}: Record<string, unknown>) =>
  typeof generation === 'number' &&
  typeof validUntil === 'string' &&
  isObject(calendar) &&
  isObject(weeks) &&
  (slices === undefined || (isObject(slices) && Object.values(slices).every(isPack))) &&
  Array.isArray(replaced) &&
  (replacedPacks === undefined || Array.isArray(replacedPacks));

const holdsDays = ({ validUntil, pack, days, replaced }: Record<string, unknown>) =>
  typeof validUntil === 'string' && isPack(pack) && isObject(days) && Array.isArray(replaced);

const holdsChanges = ({ generation, pack, replaced }: Record<string, unknown>) =>
  typeof generation === 'number' && isPack(pack) && Array.isArray(replaced);

const isPack = (pack: unknown) => isObject(pack) && isSha256(pack['hash']) && typeof pack['bytes'] === 'number';

/** A single pointer, as kept in the history. */
export const parsePointer = (bytes: Uint8Array): Owned<Pointer> =>
  parseRecord<Owned<Pointer>>(bytes, 'pointer', holdsPointer);

/** Holds an organisation's handle, and so the path of its record. */
export const parseHandleRecord = (bytes: Uint8Array): Owned<HandleRecord> & { handle: Handle } =>
  parseRecord<Owned<HandleRecord> & { handle: Handle }>(
    bytes,
    "record of the organisation's handle",
    ({ organisationId, handle }) => isOrganisationId(organisationId) && isHandle(handle),
  );

/** All that decides a request with a link, but for the state of its organisation. */
export const parseLinkRecord = (bytes: Uint8Array): Owned<LinkRecord> =>
  parseRecord<Owned<LinkRecord>>(
    bytes,
    'record of the link',
    ({ organisationId, linkId, kind, entityId, name, expiresAt, revoked, documents }) =>
      isOrganisationId(organisationId) &&
      isId(linkId) &&
      ['class', 'teacher', 'room', 'student'].includes(String(kind)) &&
      isId(entityId) &&
      (name === null || typeof name === 'string') &&
      (expiresAt === null || typeof expiresAt === 'string') &&
      typeof revoked === 'boolean' &&
      (documents === null || (isObject(documents) && holdsDocuments(documents))),
  );

const holdsDocuments = ({ generation, changedAt, feed, my }: Record<string, unknown>) =>
  typeof generation === 'number' &&
  typeof changedAt === 'string' &&
  isObject(feed) &&
  isSha256(feed['hash']) &&
  isObject(my) &&
  isSha256(my['hash']);

export const parseProblems = (bytes: Uint8Array): Owned<Problems> =>
  parseRecord<Owned<Problems>>(
    bytes,
    'problems file',
    ({ organisationId, withheld }) => isOrganisationId(organisationId) && Array.isArray(withheld),
  );

export const parseStoreRecord = (bytes: Uint8Array): StoreRecord =>
  parseRecord<StoreRecord>(
    bytes,
    'record of the store',
    ({ storeId, databaseId, database }) => isId(storeId) && isId(databaseId) && typeof database === 'string',
  );

function parseRecord<Kind>(bytes: Uint8Array, kind: string, holds: (record: Record<string, unknown>) => boolean): Kind {
  let record: unknown;
  try {
    record = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new BrokenRecordError(`the ${kind} is not JSON`, { cause });
  }
  if (!isObject(record)) throw new BrokenRecordError(`the ${kind} is not an object`);
  const found = record['formatVersion'];
  if (found !== formatVersion) {
    const message = `the ${kind} has format ${JSON.stringify(found)}; this program reads format ${formatVersion}`;
    throw Number(found) > formatVersion
      ? new NewerFormatError(`${message}, so install the newer release`)
      : new BrokenRecordError(message);
  }
  if (!holds(record)) throw new BrokenRecordError(`the ${kind} lacks a field that serving relies on`);
  return record as Kind; // checked above, as far as serving needs it
}

/** The result of a parser; null for a broken record. @throws NewerFormatError, since a newer record must not be replaced */
export function nullIfBroken<Kind>(parse: () => Kind): Kind | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof BrokenRecordError && !(error instanceof NewerFormatError)) return null;
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown) => typeof value === 'string' && value !== '';

/** The stored form of a record: one line of JSON with a line break. */
export const recordBytes = (record: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(record)}\n`);
