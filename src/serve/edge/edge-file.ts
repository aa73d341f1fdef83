// Reads a published file at the edge, where memory is scarce (a Worker has 128 MB for all of its requests). A small file is
// read and verified whole. A larger one is read in pieces, and never held whole: a first pass over all pieces verifies the
// file against its pointer and takes the SHA-256 of each piece, by which the piece is verified when it is read again to be
// sent. So no byte is sent that was not verified before, whatever the size.

import { LRUCache } from 'lru-cache';
import { digestSha256 } from '../../store/digest-sha256.ts';
import type { Part } from '../../store/store.ts';
import { type ExpectedFile, isExpected, notTheFile } from '../verify-file.ts';
import type { EdgeBucket } from './edge-bucket.ts';

/** A verified file: its pieces are read, and verified, when they are sent. */
export type EdgeFile = { pieces: number; piece(index: number): Promise<Uint8Array> };

/** Lets work continue after the response. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The SHA-256 of bytes that arrive in pieces. Web Crypto has none, so each runtime brings its own. */
export type PiecewiseDigest = {
  add(bytes: Uint8Array<ArrayBuffer>): Promise<void> | void;
  /** In lower-case hexadecimal. */
  end(): Promise<string> | string;
};

/** The part of the web's Cache API that is used. Cloudflare has one cache for each data centre. */
type FileCache = {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
};
const runtimeCache = (): FileCache | undefined => Reflect.get(Reflect.get(globalThis, 'caches') ?? {}, 'default');

/**
 * The length of a piece in bytes. The last piece is up to twice as long, so that it contains all bytes that a stamp
 * changes, and a file of one piece is a small one.
 */
export const pieceLength = 2 * 1024 * 1024;

const countPieces = (size: number): number => Math.max(1, Math.floor(size / pieceLength));

const partOf = (size: number, index: number): Part => {
  const offset = index * pieceLength;
  return { offset, length: index === countPieces(size) - 1 ? size - offset : pieceLength, size };
};

/** The memory for the SHA-256s of pieces, in characters: those of some thousand large files. */
const digestCharacters = 4 * 1024 * 1024;

/** Where an entry stands in its pack, and the size of the pack, in bytes. */
type Within = { offset: number; size: number };

/** @param within for an entry of a pack; otherwise the file is whole */
export type OpenFile = (
  path: string,
  expected: ExpectedFile,
  waitUntil: WaitUntil,
  within?: Within,
) => Promise<EdgeFile>;

/**
 * Requests share no pending work, since Workers cancels the work of a request when the request ends.
 * @param fileBytes how many bytes of small files are kept in memory
 */
export function edgeFiles(
  readPart: EdgeBucket['readPart'],
  fileBytes: number,
  openDigest: () => PiecewiseDigest,
): OpenFile {
  /** Verified small files, by their SHA-256. */
  const files = new LRUCache<string, Uint8Array>({ maxSize: fileBytes, sizeCalculation: ({ length }) => length + 200 });
  /** The SHA-256s of the pieces of verified large files, by the SHA-256 of the file. */
  const verified = new LRUCache<string, readonly string[]>({
    maxSize: digestCharacters,
    sizeCalculation: (digests) => digests.length * 64 + 200,
  });

  /** Reads all pieces once, in order. @returns the SHA-256 of each, or null when they are not the file */
  async function digestPieces(pieces: Pieces, origin: Origin): Promise<readonly string[] | null> {
    const whole = openDigest();
    const digests: string[] = [];
    for (let index = 0; index < pieces.count; index++) {
      const bytes = (origin === 'cache' ? await pieces.fromCache(index) : null) ?? (await pieces.fromBucket(index));
      await whole.add(bytes);
      digests.push(await digestSha256(bytes));
    }
    return (await whole.end()) === pieces.expected.sha256 ? digests : null;
  }

  async function openLarge(pieces: Pieces): Promise<EdgeFile> {
    const { path, count, expected } = pieces;
    const key = expected.sha256;
    let digests: readonly string[] | null = verified.get(key) ?? null;
    for (const origin of originsInTurn()) digests ??= await digestPieces(pieces, origin);
    if (digests === null) throw notTheFile(path);
    verified.set(key, digests);
    return {
      pieces: count,
      async piece(index) {
        const sha256 = digests[index] ?? '';
        const bytes = await readVerified(pieces, index, sha256);
        if (bytes !== null) return bytes;
        verified.delete(key);
        throw notTheFile(path);
      },
    };
  }

  async function openSmall(pieces: Pieces): Promise<EdgeFile> {
    const { path, expected } = pieces;
    const bytes = files.get(expected.sha256) ?? (await readVerified(pieces, 0, expected.sha256));
    if (bytes === null) throw notTheFile(path);
    files.set(expected.sha256, bytes);
    return { pieces: 1, piece: async () => bytes };
  }

  return async (path, expected, waitUntil, within = { offset: 0, size: expected.bytes }) => {
    const pieces = piecesOf(path, expected, within, readPart, waitUntil);
    return pieces.count === 1 ? openSmall(pieces) : openLarge(pieces);
  };
}

/** Where bytes come from. */
type Origin = 'cache' | 'bucket';

/**
 * What does not verify is read again: the cache may be damaged, or what the bucket sent. Only what the bucket gives twice
 * is taken for what it has stored.
 */
const originsInTurn = (): Origin[] =>
  runtimeCache() === undefined ? ['bucket', 'bucket'] : ['cache', 'bucket', 'bucket'];

/** All bytes of a file that is known to be small enough. */
export async function readPieces(file: EdgeFile): Promise<Uint8Array> {
  if (file.pieces === 1) return file.piece(0);
  const pieces: Uint8Array[] = [];
  for (let index = 0; index < file.pieces; index++) pieces.push(await file.piece(index));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The pieces of a file, not yet verified. */
type Pieces = {
  path: string;
  expected: ExpectedFile;
  count: number;
  fromCache(index: number): Promise<Uint8Array<ArrayBuffer> | null>;
  fromBucket(index: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Keeps a piece in the cache. */
  keep(index: number, bytes: Uint8Array<ArrayBuffer>): void;
  lengthOf(index: number): number;
};

function piecesOf(
  path: string,
  expected: ExpectedFile,
  within: Within,
  readPart: EdgeBucket['readPart'],
  waitUntil: WaitUntil,
): Pieces {
  const cache = runtimeCache();
  const count = countPieces(expected.bytes);
  const cacheKey = (index: number) =>
    `https://belfry.invalid/${path}?${expected.sha256}${count === 1 ? '' : `&piece=${index}`}`;
  return {
    path,
    expected,
    count,
    async fromCache(index) {
      const cached = await cache?.match(cacheKey(index));
      return cached === undefined ? null : new Uint8Array(await cached.arrayBuffer());
    },
    fromBucket(index) {
      const { offset, length } = partOf(expected.bytes, index);
      return readPart(path, { offset: within.offset + offset, length, size: within.size });
    },
    keep(index, bytes) {
      if (cache === undefined) return;
      // The file never changes, but must not stay here for long after it was removed from the bucket.
      const aDay = { headers: { 'Cache-Control': 'max-age=86400' } };
      waitUntil(cache.put(cacheKey(index), new Response(bytes, aDay)));
    },
    lengthOf: (index) => partOf(expected.bytes, index).length,
  };
}

/** A piece with this SHA-256; null when there is none. */
async function readVerified(pieces: Pieces, index: number, sha256: string): Promise<Uint8Array | null> {
  const expected = { bytes: pieces.lengthOf(index), sha256 };
  for (const origin of originsInTurn()) {
    const bytes = origin === 'cache' ? await pieces.fromCache(index) : await pieces.fromBucket(index);
    if (bytes === null || !(await isExpected(bytes, expected, digestSha256))) continue;
    if (origin === 'bucket') pieces.keep(index, bytes);
    return bytes;
  }
  return null;
}
