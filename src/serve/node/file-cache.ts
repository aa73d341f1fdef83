// Files under files/ in memory. They never change, so each is verified once, when it enters: it must have the size and the
// hash that its pointer gives.

import { LRUCache } from 'lru-cache';
import { BrokenRecordError } from '../../errors.ts';
import { paths } from '../../snapshot/paths.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';

/**
 * @param load reads a file whole, and rejects when there is none
 * @param sha256 in lower-case hexadecimal
 * @param cacheBytes how many bytes of files are kept
 */
export function fileCache(
  load: (path: string) => Promise<Uint8Array>,
  sha256: (bytes: Uint8Array) => string,
  cacheBytes: number,
): SnapshotReader['file'] {
  /** By their own SHA-256. */
  const files = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 200,
  });
  // Many requests for a file that is not in memory yet read it once.
  const loading = new Map<string, Promise<Uint8Array>>();

  async function loadVerified(path: string, expected: { bytes: number; sha256: string }): Promise<Uint8Array> {
    const bytes = await load(path);
    if (bytes.length !== expected.bytes || sha256(bytes) !== expected.sha256)
      throw new BrokenRecordError(`${path} is not the file that its pointer names; run \`npm run build -- --full\``);
    files.set(expected.sha256, bytes);
    return bytes;
  }

  return (organisationId, name, file, encoding) => {
    const expected = file[encoding];
    const cached = files.get(expected.sha256);
    if (cached !== undefined) return cached;
    const path = paths.file(organisationId, name, file.hash, encoding);
    const pending = loading.get(path);
    if (pending !== undefined) return pending;
    const load = loadVerified(path, expected).finally(() => loading.delete(path));
    loading.set(path, load);
    return load;
  };
}
