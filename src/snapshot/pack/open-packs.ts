// Opens a pack that is stored, for a publisher which copies from it what has not changed. Every entry is verified before it is
// copied, so that damage never goes from one pack into the next.

import type { IndexedPack, PackedFile } from '../../contract/types.generated.ts';
import { hashDigits } from '../paths.ts';
import { sha256, sha256OfText } from '../sha256.ts';
import type { CompressedEntry, FindEarlier } from './compress-entries.ts';
import { findInIndex } from './pack-index.ts';
import type { PackedEntry } from './packed-entry.ts';

/** For the first pack, and for one that is written anew as a whole. */
export const noEarlierPack: FindEarlier = () => null;

/** @param bytes of the pack, whatever they are; null when there is none */
export function openDaysPack(bytes: Uint8Array | null, days: Readonly<Record<string, PackedFile>>): FindEarlier {
  if (bytes === null) return noEarlierPack;
  return (name, hash) => {
    const entry = Object.hasOwn(days, name) ? days[name] : undefined;
    return entry === undefined ? null : copyEntry(bytes, entry, hash);
  };
}

/** @param bytes of the pack, whatever they are; null when there is none */
export function openSlicesPack(bytes: Uint8Array | null, pack: IndexedPack): FindEarlier {
  const index = bytes?.subarray(0, pack.index.bytes);
  if (bytes === null || index === undefined || sha256(index) !== pack.index.sha256) return noEarlierPack;
  return (name, hash) => {
    const entry = findInIndex(index, sha256OfText(name));
    return entry === null ? null : copyEntry(bytes, entry, hash);
  };
}

/** Null when it has another hash, or is damaged. */
function copyEntry(bytes: Uint8Array, { hash: known, identity, gzip, br }: PackedEntry, hash: string) {
  if (known.slice(0, hashDigits) !== hash.slice(0, hashDigits)) return null;
  const entry: CompressedEntry = { hash, identity, forms: [] };
  for (const { offset, bytes: length, sha256: expected } of br === undefined ? [gzip] : [gzip, br]) {
    const form = bytes.subarray(offset, offset + length);
    if (sha256(form) !== expected) return null;
    entry.forms.push({ bytes: form, sha256: expected });
  }
  return entry;
}
