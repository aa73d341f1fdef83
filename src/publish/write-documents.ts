// Writes documents in all encodings, each only when its data has changed or its stored files are damaged.

import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import { encodeResponse } from '../snapshot/encode-response.ts';
import { encodingNames, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { NewFile, Store } from '../store/store.ts';

/** Writes a document that is being encoded, if its data has changed or its stored files are damaged. */
export type WriteDocument = () => Promise<PublishedFile>;

export type DocumentWriter = {
  /**
   * Begins to encode a document if its data has changed. It may be dropped without writing it.
   * @param stored the published file with that name
   */
  encode(name: string, data: Uint8Array, stored: PublishedFile | undefined): WriteDocument;
  /** Whether a changed document was written, and with it the earlier pointer. */
  wroteEarlierPointer: boolean;
  /** The names of the written documents, and their bytes in all encodings. */
  written: string[];
  bytes: number;
};

/**
 * @param repair whether to verify stored files even when the data has not changed
 * @param earlierPointer is written together with the first changed document, since a store syncs all files of one call at
 *   once
 */
export function documentWriter(
  store: Store,
  organisationId: OrganisationId,
  repair: boolean,
  earlierPointer: readonly NewFile[],
): DocumentWriter {
  const writer: DocumentWriter = {
    wroteEarlierPointer: false,
    written: [],
    bytes: 0,
    encode(name, data, stored) {
      const hash = sha256(data);
      const unchanged = stored?.hash === hash ? stored : undefined;
      const encoded = unchanged === undefined ? encodeResponse(data, hash) : undefined;
      encoded?.catch(() => {}); // thrown when the document is written
      return async () => {
        if (unchanged !== undefined && (!repair || (await isStoredIntact(store, organisationId, name, unchanged))))
          return unchanged;
        const { file, bytes } = await (encoded ?? encodeResponse(data, hash));
        const encodings = encodingNames.map((encoding) => ({
          path: paths.file(organisationId, name, hash, encoding),
          bytes: bytes[encoding],
        }));
        const isFirst = unchanged === undefined && !writer.wroteEarlierPointer;
        if (isFirst) writer.wroteEarlierPointer = true;
        await store.write(isFirst ? [...encodings, ...earlierPointer] : encodings);
        writer.written.push(name);
        for (const encoding of encodingNames) writer.bytes += bytes[encoding].length;
        return file;
      };
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
