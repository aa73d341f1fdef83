// The only code that knows where files lie in the published output and how long each may be cached. A path is relative
// to the folder or the bucket prefix and always written with "/".

import { type Handle, isSha256, isVersionId, type OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import { InvalidIdError } from '../errors.ts';

/** The encodings in which a file is stored, with the ending each adds to its name. */
export const encodings = { identity: '', gzip: '.gz', br: '.br' } as const;
export type Encoding = keyof typeof encodings;
export const encodingNames: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** The version of the published output that this code reads and writes. */
export const formatVersion = 2;

/** How many digits of the hash stand in a file's name and ETag: 128 bits. */
const hashDigits = 32;

const organisationFolder = (organisationId: OrganisationId) => `organisations/${organisationId}`;

/** @throws InvalidIdError for what is no SHA-256, or no name of a document */
export const paths = {
  records: 'records/',
  organisations: 'organisations/',
  site: 'site/',
  publisher: 'publisher.json',
  storeRecord: 'store.json',
  /** All that decides a request of the organisation whose keys bear the handle. */
  record: (handle: Handle) => `records/${handle}.json`,
  organisation: (organisationId: OrganisationId) => `${organisationFolder(organisationId)}/`,
  /** Says where the organisation's record lies. */
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

/** The name under which the list is filed. A version may bear it too: the hash keeps their files apart. */
export const listName = 'timetables';

/** The weak entity tag of a published file (RFC 9110, section 8.8.3): it moves with the data, never with the time. */
export const entityTag = ({ hash }: PublishedFile) => `W/"${hash.slice(0, hashDigits)}"`;

/** Where release 0.1 kept what the records now hold; nobody reads it any more. */
export const oldKeys = 'keys/';
export const isOldRecord = (path: string): boolean => /^organisations\/[^/]+\/(access|current)\.json$/.test(path);

/** Whether it is one of the files that never change. */
export const isFile = (path: string) => /^organisations\/[^/]+\/files\//.test(path);

/**
 * The headers with which a file is stored in a bucket. A compressed one is stored as the bytes that it is, without
 * Content-Encoding: whoever reads it from the bucket wants those, and a runtime would decompress them.
 */
export function storageHeaders(path: string): { 'Content-Type': string; 'Cache-Control': string } {
  const contentType = /\.(gz|br)$/.test(path)
    ? 'application/octet-stream'
    : path.endsWith('.html')
      ? 'text/html; charset=utf-8'
      : 'application/json; charset=utf-8';
  // Files never change; everything else must be asked for anew each time.
  return {
    'Content-Type': contentType,
    'Cache-Control': isFile(path) ? 'private, max-age=31536000, immutable' : 'no-store',
  };
}
