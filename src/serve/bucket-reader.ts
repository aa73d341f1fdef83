// Reads the published form from a bucket with the same freshness as from a folder: a record is asked for on each
// request, and memory only spares its bytes when the bucket says that it has not changed.

import { LRUCache } from 'lru-cache';
import type { BucketStore } from '../snapshot/bucket-store.ts';
import { sha256 } from '../snapshot/encode-response.ts';
import { fileCache } from './file-cache.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** Room for records, in bytes as they lie in the bucket. */
const recordBytes = 32 * 1024 * 1024;

/** @param cacheBytes how many bytes of files are kept in memory */
export function bucketReader(store: BucketStore, cacheBytes: number): SnapshotReader {
  const records = new LRUCache<string, { tag: string; size: number; value: unknown }>({
    maxSize: recordBytes,
    sizeCalculation: ({ size }) => size + 200,
  });
  return {
    async record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Promise<Kind | null> {
      const known = records.get(path);
      const found = await store.readTagged(path, known?.tag);
      if (found === 'unchanged') return (known?.value as Kind | undefined) ?? null; // a path is always parsed as one kind
      if (found === null) {
        records.delete(path);
        return null;
      }
      const value = parse(found.bytes);
      records.set(path, { tag: found.tag, size: found.bytes.length, value });
      return value;
    },

    file: fileCache(
      async (path) => {
        const bytes = await store.read(path);
        if (bytes === null) throw new Error(`${path} is not in ${store.location}`);
        return bytes;
      },
      sha256,
      cacheBytes,
    ),
  };
}
