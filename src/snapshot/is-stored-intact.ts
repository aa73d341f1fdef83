import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import { sha256 } from './encode-response.ts';
import { encodingNames, paths } from './paths.ts';
import type { Store } from './store.ts';

/** Whether every encoding of a published file is in the store, byte for byte as its pointer says. */
export async function isStoredIntact(store: Store, organisationId: OrganisationId, name: string, file: PublishedFile) {
  for (const encoding of encodingNames) {
    const bytes = await store.read(paths.file(organisationId, name, file.hash, encoding));
    if (bytes === null || bytes.length !== file[encoding].bytes || sha256(bytes) !== file[encoding].sha256)
      return false;
  }
  return true;
}
