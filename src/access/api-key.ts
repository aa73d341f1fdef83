// An API key is `belfry_` and a checked secret: belfry_<handle><32 random characters><checksum>.

import { createCheckedSecret, handleAfter } from './checked-secret.ts';
import { type Handle, isHandle } from './ids.ts';

const prefix = 'belfry_';

/**
 * A new API key.
 * @param handle the organisation's handle
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export const createApiKey = (handle: Handle, randomBytes: (count: number) => Uint8Array): string =>
  prefix + createCheckedSecret(handle, randomBytes);

/** The handle in an API key, or null when the text is not a key or its checksum is wrong. */
export const handleOfKey = (text: string): Handle | null => handleAfter(prefix, text);

/**
 * A new handle for an organisation.
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export function createHandle(randomBytes: (count: number) => Uint8Array): Handle {
  let handle = '';
  while (!isHandle(handle)) {
    handle = '';
    // 252 is the largest multiple of 36 in a byte.
    for (const byte of randomBytes(16)) if (byte < 252 && handle.length < 12) handle += (byte % 36).toString(36);
  }
  return handle;
}
