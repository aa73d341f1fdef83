// The only place that knows where things lie in the published form and how long each may be cached. A path is relative
// to the folder or the bucket prefix and always written with "/".

import type { PublishedFile } from '../contract/types.generated.ts';

/** The encodings in which a file is stored, with the ending each adds to its name. */
export const encodings = { identity: '', gzip: '.gz', br: '.br' } as const;
export type Encoding = keyof typeof encodings;
export const encodingNames: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** The version of the published form that this code reads and writes. */
export const formatVersion = 1;

/** How many digits of the hash stand in a file's name and ETag: 128 bits. */
const hashDigits = 32;

const organisationFolder = (organisationId: string) => `organisations/${organisationId}`;

export const paths = {
  keys: 'keys/',
  organisations: 'organisations/',
  site: 'site/',
  publisher: 'publisher.json',
  keyRecord: (keySha256: string) => `keys/${keySha256.slice(0, 2)}/${keySha256}.json`,
  organisation: (organisationId: string) => `${organisationFolder(organisationId)}/`,
  accessRecord: (organisationId: string) => `${organisationFolder(organisationId)}/access.json`,
  pointer: (organisationId: string) => `${organisationFolder(organisationId)}/current.json`,
  history: (organisationId: string) => `${organisationFolder(organisationId)}/history/`,
  earlierPointer: (organisationId: string, generation: number) =>
    `${organisationFolder(organisationId)}/history/${generation}.json`,
  problems: (organisationId: string) => `${organisationFolder(organisationId)}/problems.json`,
  files: (organisationId: string) => `${organisationFolder(organisationId)}/files/`,
  /** One encoding of a document; `name` is a version id, or `timetables` for the list. */
  file: (organisationId: string, name: string, hash: string, encoding: Encoding) =>
    `${organisationFolder(organisationId)}/files/${name}.${hash.slice(0, hashDigits)}.json${encodings[encoding]}`,
};

/** The name under which the list is filed. A version may bear it too: the hash keeps their files apart. */
export const listName = 'timetables';

/** The weak entity tag of a published file (RFC 9110, section 8.8.3): it moves with the data, never with the time. */
export const entityTag = ({ hash }: PublishedFile) => `W/"${hash.slice(0, hashDigits)}"`;

/** Whether it is one of the files that never change. */
export const isFile = (path: string) => /^organisations\/[^/]+\/files\//.test(path);

/** How a file is labelled where labels are stored with it, as in a bucket. */
export function storageHeaders(path: string): {
  contentType: string;
  contentEncoding: 'gzip' | 'br' | null;
  cacheControl: string;
} {
  const contentEncoding = path.endsWith('.gz') ? 'gzip' : path.endsWith('.br') ? 'br' : null;
  const contentType = path.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  // Files never change; everything else must be asked for anew each time.
  const cacheControl = isFile(path) ? 'private, max-age=31536000, immutable' : 'no-store';
  return { contentType, contentEncoding, cacheControl };
}
