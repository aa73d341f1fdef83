// Makes API keys for a source that keeps its own. Belfry's database has `createKey` of src/control instead.

import { createApiKey } from '../../access/api-key.ts';
import { parseHandle } from '../../access/ids.ts';
import { sha256 } from '../../snapshot/sha256.ts';

/**
 * A new API key of an organisation. Show `key` once and store `sha256`, under which the source's `access` names it.
 * @param handle the organisation's handle
 * @param randomBytes returns that many bytes from a cryptographic source, as that of node:crypto does
 * @throws InvalidIdError for an invalid handle
 */
export function createKey(handle: string, randomBytes: (count: number) => Uint8Array): { key: string; sha256: string } {
  const key = createApiKey(parseHandle(handle), randomBytes);
  return { key, sha256: sha256(new TextEncoder().encode(key)) };
}
