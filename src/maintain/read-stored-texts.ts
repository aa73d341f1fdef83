// Reads everything that is stored for one organisation, decompressed, so that it can be searched.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OrganisationId } from '../access/ids.ts';
import { paths } from '../snapshot/paths.ts';
import { isLeftover, stagedBelow, stagingFolder } from '../snapshot/staged-files.ts';
import type { ListedFile, Store } from '../snapshot/store.ts';

/** `text` is null for a compressed file that cannot be unpacked, whose content is then unknown. */
export type StoredText = { path: string; bytes: number; text: string | null };

/** All files of the organisation, temporary ones included. */
export async function listStored(store: Store, organisationId: OrganisationId): Promise<ListedFile[]> {
  const own = await store.list(paths.organisation(organisationId));
  const staged = (await store.list(stagingFolder)).filter(({ path }) => isStaged(path, organisationId));
  return [...own, ...staged];
}

/** Whether it is a temporary file of the organisation, in progress or left by a killed process. */
export function isStaged(path: string, organisationId: OrganisationId): boolean {
  if (path.startsWith(stagedBelow(paths.organisation(organisationId)))) return true;
  return path.startsWith(paths.organisation(organisationId)) && isLeftover(path);
}

/** Reads the files one by one; those deleted since they were listed are skipped. */
export async function* readStoredTexts(store: Store, files: readonly ListedFile[]): AsyncGenerator<StoredText> {
  for (const { path } of files) {
    const bytes = await store.read(path);
    if (bytes !== null) yield { path, bytes: bytes.length, text: decode(path, bytes) };
  }
}

function decode(path: string, bytes: Uint8Array): string | null {
  try {
    const plain = path.endsWith('.gz')
      ? gunzipSync(bytes)
      : path.endsWith('.br')
        ? brotliDecompressSync(bytes)
        : Buffer.from(bytes);
    return plain.toString();
  } catch {
    return null;
  }
}
