// The only code that builds paths of the published output. Paths are relative to the folder or the bucket prefix, with "/" on
// every system.

import { type Handle, isSha256, isVersionId, type OrganisationId } from '../access/ids.ts';
import { InvalidIdError } from '../errors.ts';

/** The stored encodings, with the extension that each adds to the name. */
export const encodings = { identity: '', gzip: '.gz', br: '.br' } as const;
export type Encoding = keyof typeof encodings;
export const encodingNames: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** The format version of the published output that this code reads and writes. */
export const formatVersion = 2;

/** How many digits of the hash are in a file's name and ETag: 128 bits. */
export const hashDigits = 32;

const organisationFolder = (organisationId: OrganisationId) => `organisations/${organisationId}`;

/** @throws InvalidIdError for an invalid SHA-256 or document name */
export const paths = {
  records: 'records/',
  organisations: 'organisations/',
  site: 'site/',
  publisher: 'publisher.json',
  storeRecord: 'store.json',
  /** The organisation's record, which decides its requests. */
  record: (handle: Handle) => `records/${handle}.json`,
  organisation: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/`,
  /** Holds the organisation's handle, and so the path of its record. */
  handle: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/handle.json`,
  history: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/history/`,
  earlierPointer: (organisationId: OrganisationId, generation: number) =>
    `${organisationFolder(organisationId)}/history/${generation}.json`,
  problems: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/problems.json`,
  files: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/files/`,
  /** One encoding of a document; `name` is a version id, or `timetables` for the list. */
  file: (organisationId: OrganisationId, name: string, hash: string, encoding: Encoding) =>
    `${organisationFolder(organisationId)}/files/${assertPart(name, isVersionId)}.${assertPart(hash, isSha256).slice(0, hashDigits)}.json${encodings[encoding]}`,
};

function assertPart(part: string, isRight: (part: string) => boolean): string {
  if (isRight(part)) return part;
  throw new InvalidIdError(`${JSON.stringify(part)} cannot be part of a path`);
}

/** The name of the list's file. A version may have the same name; the hashes differ. */
export const listName = 'timetables';

/** Where release 0.1 kept what the records hold now. Nothing reads it. */
export const oldKeys = 'keys/';
export const isOldRecord = (path: string): boolean => /^organisations\/[^/]+\/(access|current)\.json$/.test(path);

/** Extensions of the site's files that are worth compressing and requested by their own names. */
export const compressedEndings = ['js', 'css', 'json', 'svg'];

export const mayBeCompressed = (path: string): boolean =>
  compressedEndings.some((ending) => path.endsWith(`.${ending}`));
