// What is read from a bucket again and again: asked for each time, and sent and parsed again only when it has changed.
// Memory spares bytes and never freshness.

import { LRUCache } from 'lru-cache';
import type { ReadTagged } from '../snapshot/read-object.ts';
import type { AgedRecord } from './snapshot-reader.ts';

/** Makes of an object's bytes and ETag what is kept of it. A path is always parsed as one kind. */
type Parse<Kind> = (bytes: Uint8Array<ArrayBuffer>, tag: string) => Kind;

export type RecordCache = {
  record<Kind>(path: string, parse: Parse<Kind>): Promise<Kind | null>;
  recordWithAge<Kind>(path: string, parse: Parse<Kind>): Promise<AgedRecord<Kind> | null>;
};

/** @param maxBytes how much is kept, in bytes as they lie in the bucket */
export function recordCache(readTagged: ReadTagged, maxBytes: number): RecordCache {
  const records = new LRUCache<string, { tag: string; size: number; value: unknown }>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size + 200,
  });

  async function look<Kind>(path: string, parse: Parse<Kind>, aged: boolean): Promise<AgedRecord<Kind> | null> {
    const known = records.get(path);
    const asked = await readTagged(path, known?.tag);
    // A server may leave Last-Modified out of a 304; the whole answer has it.
    const found =
      aged && asked?.bytes === null && asked.age === Number.POSITIVE_INFINITY ? await readTagged(path) : asked;
    if (found === null) {
      records.delete(path);
      return null;
    }
    if (found.bytes === null) return known ? { value: known.value as Kind, age: found.age } : null; // one kind, see above
    const value = parse(found.bytes, found.tag);
    records.set(path, { tag: found.tag, size: found.bytes.length, value });
    return { value, age: found.age };
  }

  return {
    async record(path, parse) {
      const found = await look(path, parse, false);
      return found === null ? null : found.value;
    },
    recordWithAge: (path, parse) => look(path, parse, true),
  };
}
