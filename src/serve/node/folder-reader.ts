// Reads the published output from a folder with memory as a mere cache. A record is believed after one stat has shown
// that it is still the file that was read; a file under files/ never changes, so its hash is verified once, when it
// enters memory.

import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../snapshot/encode-response.ts';
import type { SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';

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
 * @param folder the published output
 * @param options.cacheBytes how many bytes of files are kept in memory
 * @param options.now the clock, in milliseconds since 1970
 */
export function folderReader(folder: string, options: { cacheBytes: number; now: () => number }): SnapshotReader {
  const root = `${resolve(folder)}/`;
  const records = new LRUCache<string, Remembered>({ maxSize: recordBytes, sizeCalculation: ({ size }) => size + 200 });

  /** What is remembered of the record once it is checked to be fresh, or read anew; null when there is none. */
  function look(path: string, parse: (bytes: Uint8Array) => unknown): Remembered | null {
    const stats = statSync(root + path, { throwIfNoEntry: false });
    if (stats === undefined) {
      records.delete(path);
      return null;
    }
    const known = records.get(path);
    if (known?.settled && isSame(known, stats)) return known;
    const bytes = readOrNull(root + path);
    if (bytes === null) return null;
    const value = parse(bytes);
    // Described by the stat before the reading: what was read can only be newer, and is then read again.
    const { ino: inode, size, mtimeMs: modified, ctimeMs: changed } = stats;
    const settled = options.now() - Math.max(modified, changed) > settlingTime;
    const read = { inode, size, modified, changed, settled, value };
    records.set(path, read);
    return read;
  }

  return {
    record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Kind | null {
      const found = look(path, parse);
      return found && (found.value as Kind); // a path is always parsed as one kind
    },

    recordWithAge<Kind>(path: string, parse: (bytes: Uint8Array) => Kind) {
      const found = look(path, parse);
      // The kernel that stamps a local file's time is the one that tells the time here.
      return found && { value: found.value as Kind, age: options.now() - found.modified };
    },

    file: fileCache((path) => readFile(root + path), sha256, options.cacheBytes),
  };
}

const isSame = (known: Remembered, { ino, size, mtimeMs, ctimeMs }: Stats) =>
  known.inode === ino && known.size === size && known.modified === mtimeMs && known.changed === ctimeMs;

/** Null when the file went between the stat and now. */
function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
