// How a CDN function reads the published output: records from the bucket for each request, files from memory, from the
// runtime's cache where it has one, or from the bucket.

import { LRUCache } from 'lru-cache';
import { digestSha256 } from '../../snapshot/digest-sha256.ts';
import { paths } from '../../snapshot/paths.ts';
import type { ReadTagged } from '../../snapshot/read-object.ts';
import { bucketRecords } from '../record-cache.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { verifyFile } from '../verify-file.ts';

/** Lets work continue after the response. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The part of the web's Cache API that is used. Cloudflare has one cache for each data centre. */
type FileCache = {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
};
const runtimeCache = (): FileCache | undefined => Reflect.get(Reflect.get(globalThis, 'caches') ?? {}, 'default');

/** The size of the record cache, in bytes as stored in the bucket. */
const recordBytes = 8 * 1024 * 1024;

/**
 * Requests share no pending work, since Workers cancels the work of a request when the request ends.
 * @param fileBytes how many bytes of files are kept in memory
 * @returns the reader of one request
 */
export function edgeReader(readTagged: ReadTagged, fileBytes: number): (waitUntil: WaitUntil) => SnapshotReader {
  const records = bucketRecords(readTagged, recordBytes);
  /** Verified files, by their SHA-256. */
  const files = new LRUCache<string, Uint8Array>({ maxSize: fileBytes, sizeCalculation: ({ length }) => length + 200 });

  return (waitUntil) => ({
    ...records,
    async file(organisationId, name, file, encoding) {
      const expected = file[encoding];
      const known = files.get(expected.sha256);
      if (known !== undefined) return known;
      const path = paths.file(organisationId, name, file.hash, encoding);
      const cacheKey = `https://belfry.invalid/${path}?${expected.sha256}`;
      const cache = runtimeCache();
      const cached = await cache?.match(cacheKey);
      const found = cached === undefined ? (await readTagged(path))?.bytes : new Uint8Array(await cached.arrayBuffer());
      const bytes = await verifyFile(path, found, expected, digestSha256);
      files.set(expected.sha256, bytes);
      if (cached === undefined && cache !== undefined) {
        // The file never changes, but must not stay here for long after it was removed from the bucket.
        const aDay = { headers: { 'Cache-Control': 'max-age=86400' } };
        waitUntil(cache.put(cacheKey, new Response(bytes, aDay)));
      }
      return bytes;
    },
  });
}
