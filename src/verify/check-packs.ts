// Checks the packs of an organisation: that each is the file which the record names, that its index is whole, and that every entry
// is a complete response with the data of its hash, in each encoding.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OrganisationId } from '../access/ids.ts';
import type { Pack } from '../contract/types.generated.ts';
import { reasonOf } from '../errors.ts';
import type { DerivedParts } from '../snapshot/derived-files.ts';
import { unwrapEnvelope } from '../snapshot/envelope.ts';
import { entriesOfIndex } from '../snapshot/pack/pack-index.ts';
import type { PackedEntry } from '../snapshot/pack/packed-entry.ts';
import { changesName, daysName, hashDigits, nameOfSlices, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { DocumentCheck } from './check-document.ts';

export async function checkPacks(
  check: DocumentCheck,
  organisationId: OrganisationId,
  { derived, days, changes }: DerivedParts,
): Promise<void> {
  const indexed = Object.entries(derived?.slices ?? {}).map(([week, pack]) => ({ name: nameOfSlices(week), pack }));
  if (changes !== undefined) indexed.push({ name: changesName, pack: changes.pack });
  for (const { name, pack } of indexed) {
    const path = paths.pack(organisationId, name, pack.hash);
    const bytes = await readPack(check, path, pack);
    if (bytes === null) continue;
    const index = bytes.subarray(0, pack.index.bytes);
    if (sha256(index) !== pack.index.sha256)
      check.addProblem(path, 'does not begin with the index that its record names');
    else checkEntries(check, path, bytes, entriesOfIndex(index));
  }
  if (days === undefined) return;
  const path = paths.pack(organisationId, daysName, days.pack.hash);
  const bytes = await readPack(check, path, days.pack);
  if (bytes !== null) checkEntries(check, path, bytes, Object.entries(days.days));
}

/** Null where it is not the file that its record names. */
async function readPack({ store, addProblem, onFile }: DocumentCheck, path: string, { hash, bytes: size }: Pack) {
  const bytes = await store.read(path);
  if (bytes === null) {
    addProblem(path, 'is named by a record but missing');
    return null;
  }
  onFile();
  if (bytes.length === size && sha256(bytes) === hash) return bytes;
  addProblem(path, 'does not have the hash that its record names');
  return null;
}

/** The first wrong entry is a problem: of one that was written wrongly, all may be. */
function checkEntries(
  { addProblem }: DocumentCheck,
  path: string,
  pack: Uint8Array,
  entries: readonly (readonly [name: string, entry: PackedEntry])[],
): void {
  for (const [name, entry] of entries) {
    const problem = problemOf(pack, entry);
    if (problem === null) continue;
    addProblem(path, `has an entry ${name} that ${problem}`);
    return;
  }
}

function problemOf(pack: Uint8Array, { hash, identity, gzip, br }: PackedEntry): string | null {
  for (const [part, decode] of [[gzip, gunzipSync] as const, [br, brotliDecompressSync] as const]) {
    if (part === undefined) continue;
    const bytes = pack.subarray(part.offset, part.offset + part.bytes);
    if (sha256(bytes) !== part.sha256) return 'does not have its hash';
    try {
      const response = decode(bytes, { maxOutputLength: identity.bytes });
      const data = response.length === identity.bytes ? unwrapEnvelope(response) : null;
      if (data === null) return 'is not a complete response';
      if (sha256(data).slice(0, hashDigits) !== hash.slice(0, hashDigits)) return 'does not have the data of its hash';
    } catch (error) {
      return `cannot be decoded: ${reasonOf(error)}`;
    }
  }
  return null;
}
