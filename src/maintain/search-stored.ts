import type { ListedFile, Store } from '../store/store.ts';
import { type EntityNames, findMentions, findTexts, noNames } from './find-mentions.ts';
import { readStoredTexts } from './read-stored-texts.ts';

/** A file of the store, and the JSON path in it. */
export type Found = { path: string; at: string | null };

/** The result of a search for an entity's id. */
export type Search = {
  files: number;
  bytes: number;
  /** Where the entity is mentioned. */
  certain: Found[];
  /** Where the same characters occur with another meaning. */
  byChance: Found[];
  /** Compressed files that cannot be unpacked. */
  unreadable: string[];
  /** The entity's names there. */
  names: EntityNames;
  /** Where one of the given names occurs, which other entities may share. */
  named: { name: Found[]; externalId: Found[] };
};

/**
 * Searches the decompressed files for an entity's id and its names.
 * @param beforeEach called before each file, to check the lease during a long search
 */
export async function searchStored(
  store: Store,
  files: readonly ListedFile[],
  entityId: string,
  known: EntityNames,
  beforeEach: () => Promise<void>,
): Promise<Search> {
  const search: Search = {
    files: 0,
    bytes: 0,
    certain: [],
    byChance: [],
    unreadable: [],
    names: noNames(),
    named: { name: [], externalId: [] },
  };
  for await (const { path, bytes, text } of readStoredTexts(store, files)) {
    await beforeEach();
    search.files += 1;
    search.bytes += bytes;
    if (text === null) {
      search.unreadable.push(path);
      continue;
    }
    // The compressed forms hold the same content.
    const isPlain = !/\.(gz|br)$/.test(path);
    for (const { at, certain } of findMentions(text, entityId, search.names)) {
      if (certain) search.certain.push({ path, at });
      else if (isPlain) search.byChance.push({ path, at });
    }
    for (const field of ['name', 'externalId'] as const)
      if (isPlain) for (const at of findTexts(text, known[field])) search.named[field].push({ path, at });
  }
  return search;
}
