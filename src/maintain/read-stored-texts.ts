// Reads everything that is stored for one organisation, decompressed, so that it can be searched.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OrganisationId } from '../access/ids.ts';
import { BrokenRecordError } from '../errors.ts';
import { paths } from '../snapshot/paths.ts';
import { isLeftover, stagedBelow, stagingFolder } from '../store/folder/staged-files.ts';
import { isImmutable } from '../store/storage-headers.ts';
import type { ListedFile, Store } from '../store/store.ts';

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

/**
 * Reads the files one by one; those deleted since they were listed are skipped.
 * @throws BrokenRecordError when a file is cut short: what it mentions is then not known
 */
export async function* readStoredTexts(store: Store, files: readonly ListedFile[]): AsyncGenerator<StoredText> {
  for (const { path, size } of files) {
    const bytes = await store.read(path);
    // A file never changes.
    if (bytes !== null && isImmutable(path) && bytes.length !== size)
      throw new BrokenRecordError(`${path} is listed with ${size} bytes, and ${bytes.length} can be read`);
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
