// Reads the published output from a folder, with a cache in memory. A cached record is used after a stat has shown that its
// file or its folder is unchanged. A file under files/ never changes, so its hash is verified once, when it is cached.

import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type Heartbeat, parseHeartbeat } from '../../snapshot/heartbeat.ts';
import { paths } from '../../snapshot/paths.ts';
import { type ParsedOrganisationRecord, parseOrganisationRecord } from '../../snapshot/read-record.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import type { AgedRecord, SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';
import { type FolderState, folderState, hasStood, isSettled } from './folder-state.ts';

/**
 * A record that was read: its file, when that file was first seen, in ticks, and the last folder state in which it was
 * unchanged. Null instead of that state until the file has settled: until then the record is read again.
 */
type Remembered = { stats: Stats; first: number; checkedIn: FolderState | null; record: ParsedOrganisationRecord };

/** The size of the cache for records, in bytes on disk: some 100,000 keys. */
const recordBytes = 32 * 1024 * 1024;

/**
 * Returns a function that opens a reader for all requests that have arrived by then.
 * @param folder the published output
 * @param options.cacheBytes how many bytes of files are kept in memory
 * @param options.now the clock, in milliseconds since 1970
 * @param options.ticks a clock that is never set, in milliseconds
 */
export function folderReader(
  folder: string,
  options: { cacheBytes: number; now: () => number; ticks?: () => number },
): () => SnapshotReader {
  const { cacheBytes, now, ticks = () => performance.now() } = options;
  const root = `${resolve(folder)}/`;
  const records = new LRUCache<string, Remembered>({
    maxSize: recordBytes,
    sizeCalculation: ({ stats }) => stats.size + 200,
  });
  const readState = folderState(root + paths.records, { now, ticks });
  const file = fileCache((path) => readFile(root + path), sha256, cacheBytes);

  function readRecord(path: string, state: FolderState): ParsedOrganisationRecord | null {
    const known = records.get(path);
    if (known?.checkedIn === state) return known.record;
    const tick = ticks();
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      records.delete(path);
      return null;
    }
    const isSame = known !== undefined && isSameFile(known.stats, stats);
    if (isSame && known.checkedIn !== null) {
      known.checkedIn = state;
      return known.record;
    }
    const bytes = readOrNull(path);
    if (bytes === null) return null;
    const record = parseOrganisationRecord(bytes);
    // The stat comes before the read: if the file is replaced in between, it looks changed next time and is read again.
    const first = isSame ? known.first : tick;
    const checkedIn = isSettled(stats, now()) && hasStood(first, tick) ? state : null;
    records.set(path, { stats, first, checkedIn, record });
    return record;
  }

  function readHeartbeat(): AgedRecord<Heartbeat | null> | null {
    const path = root + paths.publisher;
    const stats = statSync(path, { throwIfNoEntry: false });
    const bytes = stats && readOrNull(path);
    // A local file's times and this clock come from the same kernel.
    return stats && bytes ? { value: parseHeartbeat(bytes), age: now() - stats.mtimeMs } : null;
  }

  return () => {
    const state = readState();
    let heartbeat: AgedRecord<Heartbeat | null> | null | undefined;
    return {
      organisation: (handle) => readRecord(root + paths.record(handle), state),
      heartbeat() {
        if (heartbeat === undefined) heartbeat = readHeartbeat();
        return heartbeat;
      },
      file,
    };
  };
}

const isSameFile = (one: Stats, other: Stats) =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs;

/** Null when the file was removed after the stat. */
function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
