// The index of a pack with many entries. It stands at the pack's begin, and the organisation's record names its size and SHA-256,
// so that one ranged read finds any entry, as PMTiles does (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
// Its rows have one size and are in the order of their keys, so an entry is found in the bytes, which are never parsed.
//
// A row of 80 bytes; numbers are unsigned and little-endian:
//    0  16  the key: the first half of the SHA-256 of the entry's name
//   16  16  the first half of the SHA-256 of the data, which is the ETag
//   32  32  the SHA-256 of the stored bytes, in gzip
//   64   4  where they begin in the pack
//   68   4  their length
//   72   4  the length of the response that they are when inflated
//   76   4  zero
// Runs in CDN functions, so it uses no node built-ins.

import { hashDigits } from '../paths.ts';
import type { GzippedEntry } from './packed-entry.ts';

const rowLength = 80;
const keyLength = hashDigits / 2;

/** An entry under the SHA-256 of its name, in lower-case hexadecimal. */
export type IndexedEntry = { sha256OfName: string; entry: GzippedEntry };

/** In bytes. */
export const indexLength = (entries: number): number => entries * rowLength;

/** @param entries in the order of their keys, each key once */
export function encodeIndex(entries: readonly IndexedEntry[]): Uint8Array<ArrayBuffer> {
  const index = new Uint8Array(indexLength(entries.length));
  const view = new DataView(index.buffer);
  for (const [number, { sha256OfName, entry }] of entries.entries()) {
    const start = number * rowLength;
    index.set(fromHex(sha256OfName.slice(0, hashDigits)), start);
    index.set(fromHex(entry.hash.slice(0, hashDigits)), start + keyLength);
    index.set(fromHex(entry.gzip.sha256), start + 2 * keyLength);
    view.setUint32(start + 64, entry.gzip.offset, true);
    view.setUint32(start + 68, entry.gzip.bytes, true);
    view.setUint32(start + 72, entry.identity.bytes, true);
  }
  return index;
}

/**
 * The entry of a name; null when there is none.
 * @param index verified bytes of an index
 * @param sha256OfName in lower-case hexadecimal
 */
export function findInIndex(index: Uint8Array, sha256OfName: string): GzippedEntry | null {
  const key = fromHex(sha256OfName.slice(0, hashDigits));
  let [low, high] = [0, Math.floor(index.length / rowLength)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareKeys(index, middle * rowLength, key);
    if (order === 0) return decodeRow(index, middle * rowLength);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** All entries, each with its key in hexadecimal. */
export const entriesOfIndex = (index: Uint8Array): [key: string, GzippedEntry][] =>
  Array.from({ length: Math.floor(index.length / rowLength) }, (_, number) => {
    const start = number * rowLength;
    return [toHex(index.subarray(start, start + keyLength)), decodeRow(index, start)];
  });

function decodeRow(index: Uint8Array, start: number): GzippedEntry {
  const view = new DataView(index.buffer, index.byteOffset + start, rowLength);
  const hex = (from: number, to: number) => toHex(index.subarray(start + from, start + to));
  return {
    hash: hex(keyLength, 2 * keyLength),
    identity: { bytes: view.getUint32(72, true) },
    gzip: { offset: view.getUint32(64, true), bytes: view.getUint32(68, true), sha256: hex(2 * keyLength, 64) },
  };
}

function compareKeys(index: Uint8Array, start: number, key: Uint8Array): number {
  for (const [place, byte] of key.entries()) {
    const difference = (index[start + place] ?? 0) - byte;
    if (difference !== 0) return difference;
  }
  return 0;
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let place = 0; place < bytes.length; place++)
    bytes[place] = Number.parseInt(text.slice(2 * place, 2 * place + 2), 16);
  return bytes;
}
