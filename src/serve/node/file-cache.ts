// A memory cache of the files under files/. They never change, so each is verified once, when it is loaded, against the size
// and hash in its pointer.

import { LRUCache } from 'lru-cache';
import { paths } from '../../snapshot/paths.ts';
import type { MaybePromise, SnapshotReader } from '../snapshot-reader.ts';
import { type ExpectedFile, verifyFile } from '../verify-file.ts';

/**
 * @param load reads a whole file, and rejects when there is none
 * @param sha256 in lower-case hexadecimal
 * @param cacheBytes how many bytes of files are kept
 */
export function fileCache(
  load: (path: string) => Promise<Uint8Array>,
  sha256: (bytes: Uint8Array) => string,
  cacheBytes: number,
): Pick<SnapshotReader, 'file' | 'feed'> {
  /** By SHA-256. */
  const files = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 200,
  });
  // Concurrent requests for a missing file share one read.
  const loading = new Map<string, Promise<Uint8Array>>();

  async function loadVerified(path: string, expected: ExpectedFile): Promise<Uint8Array> {
    const bytes = await verifyFile(path, await load(path), expected, sha256);
    files.set(expected.sha256, bytes);
    return bytes;
  }

  function open(expected: ExpectedFile, pathOf: () => string): MaybePromise<Uint8Array> {
    const cached = files.get(expected.sha256);
    if (cached !== undefined) return cached;
    const path = pathOf();
    const pending = loading.get(path);
    if (pending !== undefined) return pending;
    const load = loadVerified(path, expected).finally(() => loading.delete(path));
    loading.set(path, load);
    return load;
  }

  return {
    file: (organisationId, name, file, encoding) =>
      open(file[encoding], () => paths.file(organisationId, name, file.hash, encoding)),
    feed: (organisationId, name, feed, encoding) =>
      open(feed[encoding], () => paths.feedFile(organisationId, name, feed.hash, encoding)),
  };
}
