// A memory cache of the files under files/, and of entries of packs. They never change, so each is verified once, when it is
// loaded, against the size and hash in its pointer.

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { paths } from '../../snapshot/paths.ts';
import type { Part } from '../../store/store.ts';
import type { MaybePromise, PackPlace, SnapshotReader } from '../snapshot-reader.ts';
import { type ExpectedFile, verifyFile } from '../verify-file.ts';

const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** Reads a whole file, or a part of one. Rejects when there is none. */
type Load = (path: string, part?: Part) => Promise<Uint8Array>;

/**
 * @param sha256 in lower-case hexadecimal
 * @param cacheBytes how many bytes of files are kept
 */
export function fileCache(
  load: Load,
  sha256: (bytes: Uint8Array) => string,
  cacheBytes: number,
): Pick<SnapshotReader, 'file' | 'feed' | 'entry' | 'packIndex'> {
  /** By SHA-256, and what is inflated by that of the gzip form. */
  const files = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 200,
  });
  // Concurrent requests for a missing file share one read.
  const loading = new Map<string, Promise<Uint8Array>>();

  function keep(key: string, pending: string, make: () => Promise<Uint8Array>): MaybePromise<Uint8Array> {
    const cached = files.get(key);
    if (cached !== undefined) return cached;
    const known = loading.get(pending);
    if (known !== undefined) return known;
    const made = make()
      .then((bytes) => {
        files.set(key, bytes);
        return bytes;
      })
      .finally(() => loading.delete(pending));
    loading.set(pending, made);
    return made;
  }

  function open(expected: ExpectedFile, pathOf: () => string): MaybePromise<Uint8Array> {
    const cached = files.get(expected.sha256);
    if (cached !== undefined) return cached;
    const path = pathOf();
    return keep(expected.sha256, path, async () => verifyFile(path, await load(path), expected, sha256));
  }

  function openPart({ organisationId, name, pack }: PackPlace, offset: number, expected: ExpectedFile) {
    const key = expected.sha256;
    return keep(key, key, async () => {
      const path = paths.pack(organisationId, name, pack.hash);
      const bytes = await load(path, { offset, length: expected.bytes, size: pack.bytes });
      return verifyFile(path, bytes, expected, sha256);
    });
  }

  return {
    file: (organisationId, name, file, encoding) =>
      open(file[encoding], () => paths.file(organisationId, name, file.hash, encoding)),
    feed: (organisationId, name, feed, encoding) =>
      open(feed[encoding], () => paths.feedFile(organisationId, name, feed.hash, encoding)),
    entry(place, entry, encoding) {
      const { identity, gzip } = entry;
      const form = encoding === 'identity' ? undefined : entry[encoding];
      if (form !== undefined) return openPart(place, form.offset, form);
      const key = `${gzip.sha256} inflated`;
      return keep(key, key, async () => {
        // A copy, since the stamp of a response may be written into it meanwhile.
        const compressed = (await openPart(place, gzip.offset, gzip)).slice();
        const response = await gunzip(compressed, { maxOutputLength: identity.bytes });
        if (response.length === identity.bytes) return response;
        throw new Error(`${place.name} has an entry of ${response.length} bytes instead of ${identity.bytes}`);
      });
    },
    packIndex: (place) => (place.pack.index.bytes === 0 ? new Uint8Array() : openPart(place, 0, place.pack.index)),
  };
}
