// Reads the published output from a folder, with a cache in memory. A cached record is used after a stat has shown that its
// file or its folder is unchanged. A file under files/ never changes, so its hash is verified once, when it is cached.

import { readFile, readFileSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type Heartbeat, parseHeartbeat } from '../../snapshot/heartbeat.ts';
import { paths } from '../../snapshot/paths.ts';
import { parseLinkRecord, parseOrganisationRecord } from '../../snapshot/read-record.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import { readFilePart } from '../../store/folder/read-file-part.ts';
import type { AgedRecord, SnapshotReader } from '../snapshot-reader.ts';
import { fileCache } from './file-cache.ts';
import { type FolderState, folderState, hasStood, isSettled } from './folder-state.ts';

/**
 * A record that was read: its file, when that file was first seen, in ticks, and the last folder state in which it was
 * unchanged. Null instead of that state until the file has settled: until then the record is read again.
 */
type Remembered<Kind> = { stats: Stats; first: number; checkedIn: FolderState | null; record: Kind };

/** With a callback, since the function of node:fs/promises needs half as much processor time again for a file. */
const readWhole = promisify(readFile);

/** The size of the cache for records, in bytes on disk: some 100,000 keys. */
const recordBytes = 32 * 1024 * 1024;
/** The size of the cache for links, which have one of their own: the thousands of a school push out no other record. */
const linkBytes = 16 * 1024 * 1024;

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
  const readState = folderState(root + paths.records, { now, ticks });
  const files = fileCache(
    (path, part) => (part === undefined ? readWhole(root + path) : readFilePart(root + path, part)),
    sha256,
    cacheBytes,
  );

  /** Returns a function that reads a record, through a cache of this many bytes on disk. */
  function recordReader<Kind>(parse: (bytes: Uint8Array) => Kind, maxSize: number) {
    const records = new LRUCache<string, Remembered<Kind>>({
      maxSize,
      sizeCalculation: ({ stats }) => stats.size + 200,
    });
    return (path: string, state: FolderState): Kind | null => {
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
      const record = parse(bytes);
      // The stat comes before the read: if the file is replaced in between, it looks changed next time and is read again.
      const first = isSame ? known.first : tick;
      const checkedIn = isSettled(stats, now()) && hasStood(first, tick) ? state : null;
      records.set(path, { stats, first, checkedIn, record });
      return record;
    };
  }
  const readOrganisation = recordReader(parseOrganisationRecord, recordBytes);
  const readLink = recordReader(parseLinkRecord, linkBytes);

  function readHeartbeat(): AgedRecord<Heartbeat | null> | null {
    const path = root + paths.publisher;
    const stats = statSync(path, { throwIfNoEntry: false });
    const bytes = stats && readOrNull(path);
    // A local file's times and this clock come from the same kernel.
    return stats && bytes ? { value: parseHeartbeat(bytes), age: now() - stats.mtimeMs } : null;
  }

  return () => {
    const state = readState();
    const ownState: FolderState = {};
    let heartbeat: AgedRecord<Heartbeat | null> | null | undefined;
    return {
      organisation: (handle) => readOrganisation(root + paths.record(handle), state),
      // The state is that of the folder of records. A link is looked at for each reader, so its own stat decides.
      link: (handle, sha256) => readLink(root + paths.link(handle, sha256), ownState),
      heartbeat() {
        if (heartbeat === undefined) heartbeat = readHeartbeat();
        return heartbeat;
      },
      ...files,
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
