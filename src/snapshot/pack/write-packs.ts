// Writes packs: the days of an organisation, whose places stand in its record, in gzip and brotli; and the slices of a week, of
// which there may be thousands, in gzip alone and with an index of their own. Equal entries give equal bytes.

import type { IndexedPack, Pack, PackedFile, PackedPart } from '../../contract/types.generated.ts';
import { sha256, sha256OfText } from '../sha256.ts';
import { type CompressedEntry, compressEntries, type FindEarlier, type PackInput } from './compress-entries.ts';
import { encodeIndex, indexLength } from './pack-index.ts';

/** The bytes of a pack, and what the record says of it. */
export type WrittenPack<Published> = { bytes: Uint8Array; pack: Published };

type Inputs = Iterable<PackInput> | AsyncIterable<PackInput>;

/**
 * @param inputs by date, such as 2026-11-23
 * @param findEarlier see `openDaysPack`
 * @throws BrokenCalendarError when it is more than a pack may have
 */
export async function writeDaysPack(
  inputs: Inputs,
  findEarlier: FindEarlier,
): Promise<WrittenPack<Pack> & { days: Record<string, PackedFile> }> {
  const entries = await compressEntries(inputs, ['gzip', 'br'], findEarlier);
  const pack = createPack(0);
  const days: [string, PackedFile][] = [];
  for (const name of [...entries.keys()].sort()) {
    const { hash, identity, parts } = pack.add(entries.get(name));
    const [gzip, br] = parts;
    if (gzip === undefined || br === undefined) throw new Error(`${name} was not compressed`);
    days.push([name, { hash, identity, gzip, br }]);
  }
  const bytes = pack.finish(new Uint8Array());
  return { bytes, pack: { hash: sha256(bytes), bytes: bytes.length }, days: Object.fromEntries(days) };
}

/**
 * @param inputs by what `nameOfSlice` makes
 * @param findEarlier see `openSlicesPack`
 * @throws BrokenCalendarError when it is more than a pack may have
 */
export async function writeSlicesPack(inputs: Inputs, findEarlier: FindEarlier): Promise<WrittenPack<IndexedPack>> {
  const entries = await compressEntries(inputs, ['gzip'], findEarlier);
  const keyed = [...entries].map(([name, entry]) => ({ sha256OfName: sha256OfText(name), entry }));
  keyed.sort((one, other) => (one.sha256OfName < other.sha256OfName ? -1 : 1));
  const pack = createPack(indexLength(entries.size));
  const indexed = keyed.map(({ sha256OfName, entry }) => {
    const { hash, identity, parts } = pack.add(entry);
    const [gzip] = parts;
    if (gzip === undefined) throw new Error('an entry was not compressed');
    return { sha256OfName, entry: { hash, identity, gzip } };
  });
  const index = encodeIndex(indexed);
  const bytes = pack.finish(index);
  return {
    bytes,
    pack: { hash: sha256(bytes), bytes: bytes.length, index: { bytes: index.length, sha256: sha256(index) } },
  };
}

/** Puts entries one behind the other, from an offset on. */
function createPack(start: number) {
  const chunks: Uint8Array[] = [];
  let offset = start;
  return {
    add(entry: CompressedEntry | undefined) {
      if (entry === undefined) throw new Error('an entry is missing');
      const { hash, identity, forms } = entry;
      const parts = forms.map(({ bytes, sha256 }): PackedPart => {
        const part = { offset, bytes: bytes.length, sha256 };
        chunks.push(bytes);
        offset += bytes.length;
        return part;
      });
      return { hash, identity, parts };
    },
    finish: (head: Uint8Array): Uint8Array => Buffer.concat([head, ...chunks]),
  };
}
