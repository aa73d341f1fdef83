// Reads the published form from a folder with memory as a mere cache. A record is believed after one stat has shown
// that it is still the file that was read; a file under files/ never changes, so its hash is proven once, when it
// enters memory.

import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { BrokenRecordError } from '../snapshot/read-record.ts';
import type { SnapshotReader } from './answer.ts';

/** What is remembered of a record: its content, and the file that it was read from. */
type Remembered = { inode: number; size: number; modified: number; changed: number; settled: boolean; value: unknown };

/**
 * File systems stamp times in steps of some milliseconds, so a file that was changed just before it was read could be
 * replaced within the same step and look the same. Such a reading is not relied on (git calls it "racy":
 * https://git-scm.com/docs/racy-git).
 */
const settlingTime = 100;

/** Room for records, in bytes as they lie on disk: some 100,000 keys. */
const recordBytes = 32 * 1024 * 1024;

/**
 * @param folder the published form
 * @param options.cacheBytes how many bytes of files are kept in memory
 * @param options.now the clock, in milliseconds since 1970
 */
export function folderReader(folder: string, options: { cacheBytes: number; now: () => number }): SnapshotReader {
  const root = resolve(folder);
  const records = new LRUCache<string, Remembered>({ maxSize: recordBytes, sizeCalculation: ({ size }) => size + 200 });
  const files = new LRUCache<string, Uint8Array>({
    maxSize: options.cacheBytes,
    sizeCalculation: ({ length }) => length,
  });
  const loading = new Map<string, Promise<Uint8Array>>();

  return {
    record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Kind | null {
      const stats = statSync(join(root, path), { throwIfNoEntry: false });
      if (stats === undefined) {
        records.delete(path);
        return null;
      }
      const known = records.get(path);
      if (known?.settled && isSame(known, stats)) return known.value as Kind; // a path is always parsed as one kind
      const bytes = readOrNull(join(root, path));
      if (bytes === null) return null;
      const value = parse(bytes);
      // Described by the stat before the reading: what was read can only be newer, and is then read again.
      const { ino: inode, size, mtimeMs: modified, ctimeMs: changed } = stats;
      const settled = options.now() - Math.max(modified, changed) > settlingTime;
      records.set(path, { inode, size, modified, changed, settled, value });
      return value;
    },

    file(path, expected) {
      const cached = files.get(path);
      // The cache is keyed by the name, which carries the hash of the data: prove that these are the bytes meant.
      if (cached !== undefined && cached.length === expected.bytes) return cached;
      const pending = loading.get(path);
      if (pending !== undefined) return pending;
      const load = loadFile(join(root, path), path, expected)
        .then((bytes) => {
          files.set(path, bytes);
          return bytes;
        })
        .finally(() => loading.delete(path));
      loading.set(path, load);
      return load;
    },
  };
}

const isSame = (known: Remembered, { ino, size, mtimeMs, ctimeMs }: Stats) =>
  known.inode === ino && known.size === size && known.modified === mtimeMs && known.changed === ctimeMs;

/** Null when the file went between the stat and now. */
function readOrNull(place: string): Uint8Array | null {
  try {
    return readFileSync(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function loadFile(place: string, path: string, expected: { bytes: number; sha256: string }): Promise<Uint8Array> {
  const bytes = await readFile(place);
  if (bytes.length !== expected.bytes || createHash('sha256').update(bytes).digest('hex') !== expected.sha256)
    throw new BrokenRecordError(`${path} is not the file that its pointer names; run \`npm run build -- --full\``);
  return bytes;
}
