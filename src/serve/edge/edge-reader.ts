// How a CDN function reads the published output: records from the bucket for each request, files from memory, from the
// runtime's cache where it has one, or from the bucket.

import { paths } from '../../snapshot/paths.ts';
import { bucketRecords } from '../record-cache.ts';
import type { PackPlace, SnapshotReader } from '../snapshot-reader.ts';
import type { ExpectedFile } from '../verify-file.ts';
import type { EdgeBucket } from './edge-bucket.ts';
import { type EdgeFile, edgeFiles, type PiecewiseDigest, readPieces, type WaitUntil } from './edge-file.ts';

/** The size of the record cache, in bytes as stored in the bucket. */
const recordBytes = 8 * 1024 * 1024;

/** What the reader needs of a runtime. */
export type ReaderRuntime = {
  /** How many bytes of files are kept in memory. */
  fileBytes: number;
  openDigest: () => PiecewiseDigest;
  /** Inflates gzip. @throws Error when it is not so many bytes, of which no more are held in memory */
  inflate: (compressed: Uint8Array, length: number) => Promise<Uint8Array>;
};

/** @returns the reader of one request */
export function edgeReader(
  { readTagged, readPart }: EdgeBucket,
  { fileBytes, openDigest, inflate }: ReaderRuntime,
): (waitUntil: WaitUntil) => SnapshotReader<EdgeFile> {
  const records = bucketRecords(readTagged, recordBytes);
  const open = edgeFiles(readPart, fileBytes, openDigest);
  return (waitUntil) => {
    const openPart = ({ organisationId, name, pack }: PackPlace, offset: number, expected: ExpectedFile) =>
      open(paths.pack(organisationId, name, pack.hash), expected, waitUntil, { offset, size: pack.bytes });
    return {
      ...records,
      file: (organisationId, name, file, encoding) =>
        open(paths.file(organisationId, name, file.hash, encoding), file[encoding], waitUntil),
      feed: (organisationId, name, feed, encoding) =>
        open(paths.feedFile(organisationId, name, feed.hash, encoding), feed[encoding], waitUntil),
      async entry(place, entry, encoding) {
        const { identity, gzip } = entry;
        const form = encoding === 'identity' ? undefined : entry[encoding];
        if (form !== undefined) return openPart(place, form.offset, form);
        const compressed = await readPieces(await openPart(place, gzip.offset, gzip));
        const response = await inflate(compressed, identity.bytes);
        return { pieces: 1, piece: async () => response };
      },
      packIndex: async (place) =>
        place.pack.index.bytes === 0 ? new Uint8Array() : readPieces(await openPart(place, 0, place.pack.index)),
    };
  };
}
