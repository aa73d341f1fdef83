// Reads the published output from a folder with memory as a mere cache. A record is believed once a stat has shown that it
// is still the file that was read, or that nothing in its folder has changed since; a file under files/ never changes, so
// its hash is verified once, when it enters memory.

import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../snapshot/encode-response.ts';
import { type Heartbeat, parseHeartbeat } from '../../snapshot/heartbeat.ts';
import { paths } from '../../snapshot/paths.ts';
import { type Organisation, parseOrganisation } from '../../snapshot/read-record.ts';
import type { AgedRecord, SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';
import { type FolderState, folderState, isSettled } from './folder-state.ts';

/** A record in memory: the file that it was read from, and the last state of the folder in which it was still that file. */
type Remembered = { stats: Stats; checkedIn: FolderState; organisation: Organisation };

/** Room for records, in bytes as they lie on disk: some 100,000 keys. */
const recordBytes = 32 * 1024 * 1024;

/**
 * Returns a function that opens a reader as of the moment of the call, for all requests that have come by then.
 * @param folder the published output
 * @param options.cacheBytes how many bytes of files are kept in memory
 * @param options.now the clock, in milliseconds since 1970
 */
export function folderReader(folder: string, options: { cacheBytes: number; now: () => number }): () => SnapshotReader {
  const { cacheBytes, now } = options;
  const root = `${resolve(folder)}/`;
  const records = new LRUCache<string, Remembered>({
    maxSize: recordBytes,
    sizeCalculation: ({ stats }) => stats.size + 200,
  });
  const readState = folderState(root + paths.records, now);
  const file = fileCache((path) => readFile(root + path), sha256, cacheBytes);

  function readOrganisation(path: string, state: FolderState): Organisation | null {
    const known = records.get(path);
    if (known?.checkedIn === state) return known.organisation;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      records.delete(path);
      return null;
    }
    if (known !== undefined && isSameFile(known.stats, stats)) {
      known.checkedIn = state;
      return known.organisation;
    }
    const bytes = readOrNull(path);
    if (bytes === null) return null;
    const organisation = parseOrganisation(bytes);
    // Described by the stat before the reading: what was read can only be newer, and is then read again.
    if (isSettled(stats, now())) records.set(path, { stats, checkedIn: state, organisation });
    else records.delete(path);
    return organisation;
  }

  function readHeartbeat(): AgedRecord<Heartbeat | null> | null {
    const path = root + paths.publisher;
    const stats = statSync(path, { throwIfNoEntry: false });
    const bytes = stats && readOrNull(path);
    // The kernel that stamps a local file's time is the one that tells the time here.
    return stats && bytes ? { value: parseHeartbeat(bytes), age: now() - stats.mtimeMs } : null;
  }

  return () => {
    const state = readState();
    let heartbeat: AgedRecord<Heartbeat | null> | null | undefined;
    return {
      organisation: (handle) => readOrganisation(root + paths.record(handle), state),
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

/** Null when the file went between the stat and now. */
function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
