// The packs of days and slices: each entry is a complete response at the place that the record or the index names, equal entries
// give equal bytes, and what has not changed is copied from the pack before.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BrokenCalendarError } from '../../../src/errors.ts';
import { type FindEarlier, type PackInput, packLimits } from '../../../src/snapshot/pack/compress-entries.ts';
import { nameOfSlice } from '../../../src/snapshot/pack/name-of-slice.ts';
import { noEarlierPack, openDaysPack, openSlicesPack } from '../../../src/snapshot/pack/open-packs.ts';
import { entriesOfIndex, findInIndex } from '../../../src/snapshot/pack/pack-index.ts';
import type { PackedEntry } from '../../../src/snapshot/pack/packed-entry.ts';
import { writeDaysPack, writeSlicesPack } from '../../../src/snapshot/pack/write-packs.ts';
import { sha256, sha256OfText } from '../../../src/snapshot/sha256.ts';
import { writeStamp } from '../../../src/snapshot/stamp-response.ts';

const encode = (data: unknown) => new TextEncoder().encode(JSON.stringify(data));
const inputsOf = (data: Readonly<Record<string, unknown>>): PackInput[] =>
  Object.entries(data).map(([name, each]) => [name, encode(each)]);

/** What a server makes of the bytes of an entry: verified, stamped and then decoded. */
function decodeEntry(pack: Uint8Array, entry: PackedEntry, encoding: 'gzip' | 'br'): string {
  const part = entry[encoding];
  if (part === undefined) throw new Error(`it is not stored in ${encoding}`);
  const bytes = pack.slice(part.offset, part.offset + part.bytes);
  expect(sha256(bytes)).toBe(part.sha256);
  writeStamp(bytes, bytes.length, { time: 1_000, encoding });
  const response = encoding === 'gzip' ? gunzipSync(bytes) : brotliDecompressSync(bytes);
  expect(response.length).toBe(entry.identity.bytes);
  return response.toString();
}
const responseOf = (data: unknown) =>
  `{"success":true,"data":${JSON.stringify(data)},"timestamp":"1970-01-01T00:00:01.000Z"}`;

const date = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((each) => each.toISOString().slice(0, 10));
const days = fc.dictionary(date, fc.jsonValue(), { maxKeys: 21, noNullPrototype: true });
const sliceName = fc
  .record({ kind: fc.constantFrom('class', 'teacher', 'room'), entityId: fc.string({ minLength: 1, maxLength: 20 }) })
  .map((slice) => nameOfSlice(slice));
const slices = fc.dictionary(sliceName, fc.jsonValue(), { maxKeys: 60, noNullPrototype: true });

describe('the pack of days', () => {
  test('has every day in gzip and brotli, where the record says', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (data) => {
        const { bytes, pack, days } = await writeDaysPack(inputsOf(data), noEarlierPack);
        expect(pack).toEqual({ hash: sha256(bytes), bytes: bytes.length });
        expect(Object.keys(days)).toEqual(Object.keys(data).sort());
        for (const [name, each] of Object.entries(data)) {
          const entry = days[name];
          if (entry === undefined) throw new Error(`${name} is missing`);
          expect(entry.hash).toBe(sha256(encode(each)));
          expect(decodeEntry(bytes, entry, 'gzip')).toBe(responseOf(each));
          expect(decodeEntry(bytes, entry, 'br')).toBe(responseOf(each));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('has the same bytes in whatever order the days come, and after a part of them was copied', async () => {
    await fc.assert(
      fc.asyncProperty(days, days, async (before, data) => {
        const earlier = await writeDaysPack(inputsOf({ ...before, ...data }), noEarlierPack);
        const find = openDaysPack(earlier.bytes, earlier.days);
        const fresh = await writeDaysPack(inputsOf(data), noEarlierPack);
        expect(await writeDaysPack(inputsOf(data).toReversed(), find)).toEqual(fresh);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the pack of slices', () => {
  test('has every slice in gzip, where the index says, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(slices, sliceName, async (data, other) => {
        const { bytes, pack } = await writeSlicesPack(inputsOf(data), noEarlierPack);
        expect([pack.hash, pack.bytes]).toEqual([sha256(bytes), bytes.length]);
        const index = bytes.slice(0, pack.index.bytes);
        expect(pack.index.sha256).toBe(sha256(index));
        for (const [name, each] of Object.entries(data)) {
          const entry = findInIndex(index, sha256OfText(name));
          if (entry === null) throw new Error(`${name} is missing`);
          expect(entry.hash).toBe(sha256(encode(each)).slice(0, 32));
          expect(decodeEntry(bytes, entry, 'gzip')).toBe(responseOf(each));
        }
        if (!Object.hasOwn(data, other)) expect(findInIndex(index, sha256OfText(other))).toBeNull();
        // The entries fill the pack, one behind the other.
        let end = pack.index.bytes;
        for (const [, { gzip }] of entriesOfIndex(index)) {
          expect(gzip.offset).toBe(end);
          end += gzip.bytes;
        }
        expect(end).toBe(bytes.length);
      }),
      { numRuns: 40 },
    );
  });

  test('has the same bytes in whatever order the slices come, and after a part of them was copied', async () => {
    await fc.assert(
      fc.asyncProperty(slices, slices, async (before, data) => {
        const earlier = await writeSlicesPack(inputsOf({ ...before, ...data }), noEarlierPack);
        const find = openSlicesPack(earlier.bytes, earlier.pack);
        const fresh = await writeSlicesPack(inputsOf(data), noEarlierPack);
        expect(await writeSlicesPack(inputsOf(data).toReversed(), find)).toEqual(fresh);
      }),
      { numRuns: 40 },
    );
  });

  test('of a school of 1,000 entities has an index of 80 kB', async () => {
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`class/${number}`, { number }]));
    const { pack } = await writeSlicesPack(inputsOf(data), noEarlierPack);
    expect(pack.index.bytes).toBe(80_000);
  });
});

describe('a slice that has not changed', () => {
  const data = { 'class/7A': ['Ma'], 'class/7B': ['En'], 'room/R12': ['Ma', 'En'] };

  test('is copied, and the others are compressed', async () => {
    const earlier = await writeSlicesPack(inputsOf(data), noEarlierPack);
    const find = openSlicesPack(earlier.bytes, earlier.pack);
    const copied: string[] = [];
    const watching: FindEarlier = (name, hash) => {
      const entry = find(name, hash);
      if (entry !== null) copied.push(name);
      return entry;
    };
    await writeSlicesPack(inputsOf({ ...data, 'class/7A': ['Ph'] }), watching);
    expect(copied).toEqual(['class/7B', 'room/R12']);
  });

  test('keeps its ETag while another one changes', async () => {
    const one = await writeSlicesPack(inputsOf(data), noEarlierPack);
    const other = await writeSlicesPack(inputsOf({ ...data, 'class/7A': ['Ph'] }), noEarlierPack);
    const hashOf = ({ bytes, pack }: typeof one, name: string) =>
      findInIndex(bytes.subarray(0, pack.index.bytes), sha256OfText(name))?.hash;
    expect(hashOf(one, 'class/7B')).toBe(hashOf(other, 'class/7B'));
    expect(hashOf(one, 'class/7A')).not.toBe(hashOf(other, 'class/7A'));
  });

  test('is compressed anew where the earlier pack is missing, damaged at any place, or another one', async () => {
    const earlier = await writeSlicesPack(inputsOf(data), noEarlierPack);
    const other = await writeSlicesPack(inputsOf({ 'class/7A': ['Ma'] }), noEarlierPack);
    for (let place = 0; place < earlier.bytes.length; place += 7) {
      const damaged = Uint8Array.from(earlier.bytes);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      expect(await writeSlicesPack(inputsOf(data), openSlicesPack(damaged, earlier.pack))).toEqual(earlier);
    }
    for (const bytes of [null, new Uint8Array(), other.bytes, earlier.bytes.subarray(0, -1)])
      expect(await writeSlicesPack(inputsOf(data), openSlicesPack(bytes, earlier.pack))).toEqual(earlier);
  });

  test('the same holds for days', async () => {
    const inputs = inputsOf({ '2026-11-23': ['Ma'], '2026-11-24': ['En'] });
    const earlier = await writeDaysPack(inputs, noEarlierPack);
    for (let place = 0; place < earlier.bytes.length; place += 5) {
      const damaged = Uint8Array.from(earlier.bytes);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      expect(await writeDaysPack(inputs, openDaysPack(damaged, earlier.days))).toEqual(earlier);
    }
    expect(await writeDaysPack(inputs, openDaysPack(null, earlier.days))).toEqual(earlier);
  });
});

describe('a pack is refused', () => {
  test('with an entry larger than a server may have to inflate', async () => {
    const large: PackInput = ['class/7A', new Uint8Array(packLimits.entryBytes)];
    await expect(writeSlicesPack([large], noEarlierPack)).rejects.toThrow(BrokenCalendarError);
    await expect(writeSlicesPack([large], noEarlierPack)).rejects.toThrow('class/7A would have 16,777,2');
  });

  test('with more entries than it may have', async () => {
    const entry = { hash: 'a'.repeat(64), identity: { bytes: 26 }, forms: [{ bytes: Buffer.of(1), sha256: 'b' }] };
    function* many(): Generator<PackInput> {
      for (let number = 0; number <= packLimits.entries; number++) yield [`class/${number}`, new Uint8Array()];
    }
    await expect(writeSlicesPack(many(), () => entry)).rejects.toThrow('a pack would have 50,001 entries');
  });

  test('with more bytes than it may have', async () => {
    const half = Buffer.alloc(packLimits.bytes / 2 + 1);
    const entry = { hash: 'a'.repeat(64), identity: { bytes: 26 }, forms: [{ bytes: half, sha256: 'b' }] };
    const two = inputsOf({ 'class/7A': 1, 'class/7B': 2 });
    await expect(writeSlicesPack(two, () => entry)).rejects.toThrow('a pack would have 268,435,458 bytes');
  });

  test('with two entries of one name', async () => {
    const twice = [...inputsOf({ 'class/7A': 1 }), ...inputsOf({ 'class/7A': 2 })];
    await expect(writeSlicesPack(twice, noEarlierPack)).rejects.toThrow('class/7A twice');
  });
});
