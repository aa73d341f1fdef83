// How a CDN function reads the published output: records from the bucket for each request, files from memory, from the
// runtime's cache where it has one, or from the bucket.

import { paths } from '../../snapshot/paths.ts';
import { bucketRecords } from '../record-cache.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import type { EdgeBucket } from './edge-bucket.ts';
import { type EdgeFile, edgeFiles, type PiecewiseDigest, type WaitUntil } from './edge-file.ts';

/** The size of the record cache, in bytes as stored in the bucket. */
const recordBytes = 8 * 1024 * 1024;

/** @returns the reader of one request */
export function edgeReader(
  { readTagged, readPart }: EdgeBucket,
  fileBytes: number,
  openDigest: () => PiecewiseDigest,
): (waitUntil: WaitUntil) => SnapshotReader<EdgeFile> {
  const records = bucketRecords(readTagged, recordBytes);
  const open = edgeFiles(readPart, fileBytes, openDigest);
  return (waitUntil) => ({
    ...records,
    file: (organisationId, name, file, encoding) =>
      open(paths.file(organisationId, name, file.hash, encoding), file[encoding], waitUntil),
    feed: (organisationId, name, feed, encoding) =>
      open(paths.feedFile(organisationId, name, feed.hash, encoding), feed[encoding], waitUntil),
  });
}
