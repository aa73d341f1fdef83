// A cache of bucket objects. Each read revalidates with the bucket; an unchanged object is neither sent nor parsed again.

import { LRUCache } from 'lru-cache';
import { parseHeartbeat } from '../snapshot/heartbeat.ts';
import { paths } from '../snapshot/paths.ts';
import { parseLinkRecord, parseOrganisationRecord } from '../snapshot/read-record.ts';
import type { ReadTagged } from '../store/bucket/read-object.ts';
import type { AgedRecord, SnapshotReader } from './snapshot-reader.ts';

/** Makes the cached value from an object's bytes, ETag and age. Each path must always be parsed as the same kind. */
type Parse<Kind> = (bytes: Uint8Array<ArrayBuffer>, tag: string, age: number) => Kind;

export type RecordCache = {
  record<Kind>(path: string, parse: Parse<Kind>): Promise<Kind | null>;
  recordWithAge<Kind>(path: string, parse: Parse<Kind>): Promise<AgedRecord<Kind> | null>;
};

/** @param maxBytes the size of the cache, in bytes as stored in the bucket. An object that is larger is kept alone */
export function recordCache(readTagged: ReadTagged, maxBytes: number): RecordCache {
  const records = new LRUCache<string, { tag: string; size: number; value: unknown }>({
    maxSize: maxBytes,
    // Otherwise each request for it would have a copy of its own.
    sizeCalculation: ({ size }) => Math.min(size + 200, maxBytes),
  });

  async function readThrough<Kind>(path: string, parse: Parse<Kind>, aged: boolean): Promise<AgedRecord<Kind> | null> {
    const known = records.get(path);
    // Without an ETag nothing can be compared.
    const answered = await readTagged(path, known?.tag || undefined);
    // A 304 may lack Last-Modified; a full response has it.
    const found =
      aged && answered?.bytes === null && answered.age === Number.POSITIVE_INFINITY ? await readTagged(path) : answered;
    if (found === null) {
      records.delete(path);
      return null;
    }
    if (found.bytes === null) {
      if (known === undefined) throw new Error(`${path} is said to be unchanged, and was never read`);
      return { value: known.value as Kind, age: found.age }; // one kind, see above
    }
    const value = parse(found.bytes, found.tag, found.age);
    records.set(path, { tag: found.tag, size: found.bytes.length, value });
    return { value, age: found.age };
  }

  return {
    async record(path, parse) {
      const found = await readThrough(path, parse, false);
      return found === null ? null : found.value;
    },
    recordWithAge: (path, parse) => readThrough(path, parse, true),
  };
}

/**
 * How a server or a CDN function reads records from a bucket. Links have a cache of their own, of half the size, so that the
 * thousands of a school never push out the records by which keys are checked.
 * @param maxBytes see `recordCache`
 */
export function bucketRecords(
  readTagged: ReadTagged,
  maxBytes: number,
): Pick<SnapshotReader, 'organisation' | 'link' | 'heartbeat'> {
  const records = recordCache(readTagged, maxBytes);
  const links = recordCache(readTagged, maxBytes / 2);
  return {
    link: (handle, sha256) => links.record(paths.link(handle, sha256), parseLinkRecord),
    organisation: (handle) => records.record(paths.record(handle), parseOrganisationRecord),
    heartbeat: () => records.recordWithAge(paths.publisher, parseHeartbeat),
  };
}
