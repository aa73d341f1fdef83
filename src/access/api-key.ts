// An API key is `belfry_`, the 12 characters of its organisation's handle, 32 random base62 characters (190 bits), and
// the CRC-32 of those 44 in 6 base62 characters. The handle leads straight to the organisation's record. The checksum
// rejects a mistyped key without a lookup and lets secret scanners recognise a leaked one. Neither is secret. GitHub's
// tokens have a similar checksum:
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/

import { crc32 } from './crc-32.ts';
import { type Handle, isHandle } from './ids.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pattern = /^belfry_(([0-9a-z]{12})[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * A new API key.
 * @param handle the organisation's handle
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export function createApiKey(handle: Handle, randomBytes: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < 32) {
    // 248 is the largest multiple of 62 in a byte; larger bytes would favour the first letters.
    for (const byte of randomBytes(64)) if (byte < 248 && secret.length < 32) secret += alphabet[byte % 62];
  }
  return `belfry_${handle}${secret}${checksum(handle + secret)}`;
}

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

/** The handle in an API key, or null when the text is not a key or its checksum is wrong. */
export function handleOfKey(text: string): Handle | null {
  const [, checked, handle, sum] = pattern.exec(text) ?? [];
  return checked !== undefined && isHandle(handle) && checksum(checked) === sum ? handle : null;
}

function checksum(checked: string): string {
  let value = crc32(new TextEncoder().encode(checked));
  let digits = '';
  for (let position = 0; position < 6; position++) {
    digits = alphabet[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
