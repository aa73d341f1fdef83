// The only code that builds paths of the published output. Paths are relative to the folder or the bucket prefix, with "/" on
// every system.

import { type Handle, isSha256, isVersionId, type OrganisationId } from '../access/ids.ts';
import { InvalidIdError } from '../errors.ts';

/** The stored encodings, with the extension that each adds to the name. */
export const encodings = { identity: '', gzip: '.gz', br: '.br' } as const;
export type Encoding = keyof typeof encodings;
export const encodingNames: readonly Encoding[] = ['identity', 'gzip', 'br'];
/** Feeds are for calendar programs, which ask for gzip at best. */
export type FeedEncoding = Exclude<Encoding, 'br'>;

/** The format version of the published output that this code reads and writes. */
export const formatVersion = 2;

/** How many digits of the hash are in a file's name and ETag: 128 bits. */
export const hashDigits = 32;

const organisationFolder = (organisationId: OrganisationId) => `organisations/${organisationId}`;

/** @throws InvalidIdError for an invalid SHA-256 or document name */
export const paths = {
  records: 'records/',
  links: 'links/',
  organisations: 'organisations/',
  site: 'site/',
  publisher: 'publisher.json',
  storeRecord: 'store.json',
  /** The organisation's record, which decides its requests. */
  record: (handle: Handle) => `records/${handle}.json`,
  /** The links of the organisation with this handle. */
  linksOf: (handle: Handle) => `links/${handle}/`,
  /** What decides the requests of a link. @param sha256 of its whole token */
  link: (handle: Handle, sha256: string) => `links/${handle}/${assertPart(sha256, isSha256)}.json`,
  organisation: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/`,
  /** Holds the organisation's handle, and so the path of its record. */
  handle: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/handle.json`,
  history: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/history/`,
  earlierPointer: (organisationId: OrganisationId, generation: number) =>
    `${organisationFolder(organisationId)}/history/${generation}.json`,
  problems: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/problems.json`,
  files: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/files/`,
  /** One encoding of a document; `name` is a version id, `timetables` for the list, `calendar`, or an ISO week. */
  file: (organisationId: OrganisationId, name: string, hash: string, encoding: Encoding) =>
    `${fileOf(organisationId, name, hash)}.json${encodings[encoding]}`,
  /** A file of several responses; `name` is `days`, `changes`, or made by `nameOfSlices`. */
  pack: (organisationId: OrganisationId, name: string, hash: string) => `${fileOf(organisationId, name, hash)}.pack`,
  /** One encoding of the feed of a person; `name` is made by `namesOfPerson`. */
  feedFile: (organisationId: OrganisationId, name: string, hash: string, encoding: FeedEncoding) =>
    `${fileOf(organisationId, name, hash)}.ics${encodings[encoding]}`,
  /** What is remembered of the feeds of an organisation between two publications. */
  feedStates: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/feeds/`,
  feedState: (organisationId: OrganisationId, name: string) =>
    `${organisationFolder(organisationId)}/feeds/${assertPart(name, isVersionId)}.json`,
};

const fileOf = (organisationId: OrganisationId, name: string, hash: string): string =>
  `${organisationFolder(organisationId)}/files/${assertPart(name, isVersionId)}.${assertPart(hash, isSha256).slice(0, hashDigits)}`;

/** The hash in the name of a link's record; null for any other name. */
export function hashOfLinkName(name: string): string | null {
  const hash = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
  return isSha256(hash) ? hash : null;
}

function assertPart(part: string, isRight: (part: string) => boolean): string {
  if (isRight(part)) return part;
  throw new InvalidIdError(`${JSON.stringify(part)} cannot be part of a path`);
}

/** The name of the list's file, and of the calendar's. A version may have the same name; the hashes differ. */
export const listName = 'timetables';
export const calendarName = 'calendar';

/** The name of the pack of an organisation's days, and of the pack of the slices of an ISO week. */
export const daysName = 'days';
/** The name of the pack of what changed. */
export const changesName = 'changes';
export const nameOfSlices = (week: string): string => `${week}-slices`;

/** Where release 0.1 kept what the records hold now. Nothing reads it. */
export const oldKeys = 'keys/';
export const isOldRecord = (path: string): boolean => /^organisations\/[^/]+\/(access|current)\.json$/.test(path);

/** Extensions of the site's files that are worth compressing and requested by their own names. */
const compressedEndings = ['js', 'css', 'json', 'svg', 'd.ts', 'md', 'txt'];

export const mayBeCompressed = (path: string): boolean =>
  compressedEndings.some((ending) => path.endsWith(`.${ending}`));
