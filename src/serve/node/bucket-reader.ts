// Reads the published output from a bucket. Each request revalidates the record with the bucket, so it is as fresh as from
// a folder.

import { sha256 } from '../../snapshot/sha256.ts';
import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import { bucketRecords } from '../record-cache.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';

/** The size of the record cache, in bytes as stored in the bucket. */
const recordBytes = 32 * 1024 * 1024;

/** @param cacheBytes how many bytes of files are kept in memory */
export const bucketReader = (store: BucketStore, cacheBytes: number): SnapshotReader => ({
  ...bucketRecords(store.readTagged, recordBytes),
  ...fileCache(
    async (path, part) => {
      const bytes = await (part === undefined ? store.read(path) : store.readPart(path, part));
      if (bytes === null) throw new Error(`${path} is not in ${store.location}`);
      return bytes;
    },
    sha256,
    cacheBytes,
  ),
});
