// Reads the published output from a bucket with the same freshness as from a folder: a record is asked for on each
// request, and memory only spares its bytes when the bucket says that it has not changed.

import type { BucketStore } from '../../snapshot/bucket-store.ts';
import { sha256 } from '../../snapshot/encode-response.ts';
import { recordCache } from '../record-cache.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';

/** Room for records, in bytes as they lie in the bucket. */
const recordBytes = 32 * 1024 * 1024;

/** @param cacheBytes how many bytes of files are kept in memory */
export const bucketReader = (store: BucketStore, cacheBytes: number): SnapshotReader => ({
  ...recordCache(store.readTagged, recordBytes),
  file: fileCache(
    async (path) => {
      const bytes = await store.read(path);
      if (bytes === null) throw new Error(`${path} is not in ${store.location}`);
      return bytes;
    },
    sha256,
    cacheBytes,
  ),
});
