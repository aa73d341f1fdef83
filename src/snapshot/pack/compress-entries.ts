// Compresses the entries of a pack, each alone, and as a complete response. An entry that an earlier pack has is copied from it:
// of thousands of slices one change concerns a few.

import type { PackedFile } from '../../contract/types.generated.ts';
import { BrokenCalendarError } from '../../errors.ts';
import { compressResponse } from '../encode-response.ts';
import { wrapInEnvelope } from '../envelope.ts';
import { sha256 } from '../sha256.ts';

/** The name of an entry, and the JSON text of its data in UTF-8. */
export type PackInput = readonly [name: string, data: Uint8Array];

export type PackedEncoding = 'gzip' | 'br';
type StoredBytes = { bytes: Uint8Array; sha256: string };

/** `forms` has the encodings of its pack, in their order. */
export type CompressedEntry = Pick<PackedFile, 'hash' | 'identity'> & { forms: StoredBytes[] };

/** An entry of an earlier pack, if it is there, intact, and has this hash; null otherwise. */
export type FindEarlier = (name: string, hash: string) => CompressedEntry | null;

/**
 * How much a pack may have: entries; bytes of an entry's response, which a server may have to inflate in memory; bytes of all
 * responses, which take time to compress; and bytes, since a publisher holds a pack in memory. A school is far below all of these.
 */
export const packLimits = {
  entries: 50_000,
  entryBytes: 16 * 1024 * 1024,
  responseBytes: 512 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
};

/** How many entries are compressed at the same time, in the thread pool. */
const compressedAtOnce = 4;

/**
 * The entries by their names, in the order of the input.
 * @param inputs taken one after the other, so that only a few texts are in memory
 * @throws BrokenCalendarError when it is more than a pack may have
 */
export async function compressEntries(
  inputs: Iterable<PackInput> | AsyncIterable<PackInput>,
  encodings: readonly PackedEncoding[],
  findEarlier: FindEarlier,
): Promise<Map<string, CompressedEntry>> {
  const entries = new Map<string, CompressedEntry>();
  const pending = new Map<string, Promise<CompressedEntry>>();
  let [total, ofResponses] = [0, 0];
  const settle = (name: string, entry: CompressedEntry) => {
    total += entry.forms.reduce((sum, { bytes }) => sum + bytes.length, 0);
    assertWithin(packLimits.bytes, total, 'a pack', 'bytes');
    entries.set(name, entry);
  };
  const settleFirst = async () => {
    for (const [name, compressing] of pending) {
      settle(name, await compressing);
      pending.delete(name);
      return;
    }
  };
  for await (const [name, data] of inputs) {
    if (entries.has(name) || pending.has(name)) throw new Error(`a pack was given ${name} twice`);
    assertWithin(packLimits.entries, entries.size + pending.size + 1, 'a pack', 'entries');
    ofResponses += data.length;
    assertWithin(packLimits.responseBytes, ofResponses, 'the responses of a pack', 'bytes');
    const compressing = compressEntry(name, data, encodings, findEarlier);
    compressing.catch(() => {}); // thrown when it is settled
    pending.set(name, compressing);
    if (pending.size >= compressedAtOnce) await settleFirst();
  }
  while (pending.size > 0) await settleFirst();
  return entries;
}

async function compressEntry(
  name: string,
  data: Uint8Array,
  encodings: readonly PackedEncoding[],
  findEarlier: FindEarlier,
): Promise<CompressedEntry> {
  const hash = sha256(data);
  const earlier = findEarlier(name, hash);
  if (earlier !== null) return earlier;
  const response = wrapInEnvelope(data);
  assertWithin(packLimits.entryBytes, response.length, name, 'bytes');
  const forms: StoredBytes[] = [];
  for (const encoding of encodings) {
    const bytes = await compressResponse(response, encoding);
    forms.push({ bytes, sha256: sha256(bytes) });
  }
  return { hash, identity: { bytes: response.length }, forms };
}

function assertWithin(limit: number, found: number, what: string, unit: 'bytes' | 'entries'): void {
  if (found > limit)
    throw new BrokenCalendarError(
      `${what} would have ${found.toLocaleString('en')} ${unit}, more than the limit of ${limit.toLocaleString('en')}`,
    );
}
