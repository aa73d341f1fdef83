// Reads the published form from a folder with memory as a mere cache. A record is believed after one stat has shown
// that it is still the file that was read; a file under files/ never changes, so its hash is proven once, when it
// enters memory.

import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../snapshot/encode-response.ts';
import { fileCache } from './file-cache.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

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
  const root = `${resolve(folder)}/`;
  const records = new LRUCache<string, Remembered>({ maxSize: recordBytes, sizeCalculation: ({ size }) => size + 200 });

  return {
    record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Kind | null {
      const stats = statSync(root + path, { throwIfNoEntry: false });
      if (stats === undefined) {
        records.delete(path);
        return null;
      }
      const known = records.get(path);
      if (known?.settled && isSame(known, stats)) return known.value as Kind; // a path is always parsed as one kind
      const bytes = readOrNull(root + path);
      if (bytes === null) return null;
      const value = parse(bytes);
      // Described by the stat before the reading: what was read can only be newer, and is then read again.
      const { ino: inode, size, mtimeMs: modified, ctimeMs: changed } = stats;
      const settled = options.now() - Math.max(modified, changed) > settlingTime;
      records.set(path, { inode, size, modified, changed, settled, value });
      return value;
    },

    file: fileCache((path) => readFile(root + path), sha256, options.cacheBytes),
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
