// The changes that were published last: the list, the entries, and what the next one is compared with. What cannot be read as it was
// written is taken for nothing: then the chain begins anew, and copies that followed it read everything.

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { OrganisationId } from '../../access/ids.ts';
import type { Change, Changes, ChangesBasis, ChangesPart } from '../../contract/types.generated.ts';
import { unwrapEnvelope } from '../../snapshot/envelope.ts';
import { changesBasis, changesList, nameOfChange } from '../../snapshot/pack/names-in-changes.ts';
import { findInIndex } from '../../snapshot/pack/pack-index.ts';
import { changesName, paths } from '../../snapshot/paths.ts';
import { sha256, sha256OfText } from '../../snapshot/sha256.ts';
import type { Store } from '../../store/store.ts';

export type StoredChanges = {
  /** Of the pack. */
  bytes: Uint8Array;
  /** Newest first. */
  entries: Change[];
  basis: ChangesBasis;
};

const inflate = promisify(gunzip);

/** Null when there are none, or they are not whole. */
export async function readStoredChanges(
  store: Store,
  organisationId: OrganisationId,
  part: ChangesPart | undefined,
): Promise<StoredChanges | null> {
  if (part === undefined) return null;
  const bytes = await store.read(paths.pack(organisationId, changesName, part.pack.hash));
  if (bytes === null || sha256(bytes) !== part.pack.hash) return null;
  const index = bytes.subarray(0, part.pack.index.bytes);
  const read = async (name: string): Promise<unknown> => {
    const entry = findInIndex(index, sha256OfText(name));
    if (entry === null) return null;
    const { offset, bytes: length } = entry.gzip;
    const response = await inflate(bytes.subarray(offset, offset + length), { maxOutputLength: entry.identity.bytes });
    const data = unwrapEnvelope(response);
    return data === null ? null : JSON.parse(new TextDecoder().decode(data));
  };
  // Only what was checked is published under its hash.
  const list = (await read(changesList)) as Changes | null;
  const basis = (await read(changesBasis)) as ChangesBasis | null;
  if (list === null || basis === null) return null;
  const entries: Change[] = [];
  for (const { id } of list.changes) {
    const entry = (await read(nameOfChange(id))) as Change | null;
    if (entry === null) return null;
    entries.push(entry);
  }
  return { bytes, entries, basis };
}
