// Writes documents in all encodings, each only when its data has changed or its stored files are damaged.

import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import { encodeResponse } from '../snapshot/encode-response.ts';
import { encodingNames, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { Store } from '../snapshot/store.ts';

export type DocumentWriter = {
  /** @param stored the published file with that name */
  write(name: string, data: Uint8Array, stored: PublishedFile | undefined): Promise<PublishedFile>;
  /** The names of the written documents, and their bytes in all encodings. */
  written: string[];
  bytes: number;
};

/** @param repair whether to verify stored files even when the data has not changed */
export function documentWriter(store: Store, organisationId: OrganisationId, repair: boolean): DocumentWriter {
  const writer: DocumentWriter = {
    written: [],
    bytes: 0,
    async write(name, data, stored) {
      const unchanged = stored !== undefined && stored.hash === sha256(data);
      if (unchanged && (!repair || (await isStoredIntact(store, organisationId, name, stored)))) return stored;
      const { file, bytes } = await encodeResponse(data);
      await store.write(
        encodingNames.map((encoding) => ({
          path: paths.file(organisationId, name, file.hash, encoding),
          bytes: bytes[encoding],
        })),
      );
      writer.written.push(name);
      for (const encoding of encodingNames) writer.bytes += bytes[encoding].length;
      return file;
    },
  };
  return writer;
}

/** Whether the store has every encoding of a published file with the size and hash in its pointer. */
export async function isStoredIntact(store: Store, organisationId: OrganisationId, name: string, file: PublishedFile) {
  for (const encoding of encodingNames) {
    const bytes = await store.read(paths.file(organisationId, name, file.hash, encoding));
    if (bytes === null || bytes.length !== file[encoding].bytes || sha256(bytes) !== file[encoding].sha256)
      return false;
  }
  return true;
}
