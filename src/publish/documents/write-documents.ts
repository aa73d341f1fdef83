// Writes documents in all encodings, each only when its data has changed or its stored files are damaged. A store syncs all files
// of one call at once, so they are gathered, up to a limit, and the rest is written before anything names them.

import type { OrganisationId } from '../../access/ids.ts';
import type { PublishedFile } from '../../contract/types.generated.ts';
import { encodeResponse } from '../../snapshot/encode-response.ts';
import { encodingNames, paths } from '../../snapshot/paths.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import type { NewFile, Store } from '../../store/store.ts';

/** Writes a document that is being encoded, if its data has changed or its stored files are damaged; see `finish`. */
type WriteDocument = () => Promise<PublishedFile>;

export type DocumentWriter = {
  /**
   * Begins to encode a document if its data has changed. It may be dropped without writing it.
   * @param stored the published file with that name
   */
  encode(name: string, data: Uint8Array, stored: PublishedFile | undefined): WriteDocument;
  /** Writes what is gathered, and these files. Until then, documents may not have been written. */
  finish(others?: readonly NewFile[]): Promise<void>;
  /** The names of the written documents, and their bytes in all encodings. */
  written: string[];
  bytes: number;
};

/** Bytes that are gathered; what is more is written at once. */
const mostGathered = 4 * 1024 * 1024;

/** @param repair whether to verify stored files even when the data has not changed */
export function documentWriter(store: Store, organisationId: OrganisationId, repair: boolean): DocumentWriter {
  let gathered: NewFile[] = [];
  let gatheredBytes = 0;
  async function writeGathered(others: readonly NewFile[] = []): Promise<void> {
    const files = [...gathered, ...others];
    gathered = [];
    gatheredBytes = 0;
    if (files.length > 0) await store.write(files);
  }
  const writer: DocumentWriter = {
    written: [],
    bytes: 0,
    finish: writeGathered,
    encode(name, data, stored) {
      const hash = sha256(data);
      const unchanged = stored?.hash === hash ? stored : undefined;
      const encoded = unchanged === undefined ? encodeResponse(data, hash) : undefined;
      encoded?.catch(() => {}); // thrown when the document is written
      return async () => {
        if (unchanged !== undefined && (!repair || (await isStoredIntact(store, organisationId, name, unchanged))))
          return unchanged;
        const { file, bytes } = await (encoded ?? encodeResponse(data, hash));
        for (const encoding of encodingNames) {
          gathered.push({ path: paths.file(organisationId, name, hash, encoding), bytes: bytes[encoding] });
          gatheredBytes += bytes[encoding].length;
          writer.bytes += bytes[encoding].length;
        }
        writer.written.push(name);
        if (gatheredBytes > mostGathered) await writeGathered();
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
