// What API keys and the tokens of links have in common after their prefix: the 12 characters of the organisation's handle, 32
// random base62 characters (190 bits), and the CRC-32 of those 44 in 6 base62 characters. The handle leads straight to the
// organisation's record. The checksum rejects a mistyped secret without a lookup and lets secret scanners recognise a leaked
// one. Neither is secret. GitHub's tokens have a similar checksum:
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/

import { crc32 } from './crc-32.ts';
import { type Handle, isHandle } from './ids.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pattern = /^(([0-9a-z]{12})[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** @param randomBytes returns that many bytes from a cryptographic source */
export function createCheckedSecret(handle: Handle, randomBytes: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < 32) {
    // 248 is the largest multiple of 62 in a byte; larger bytes would favour the first letters.
    for (const byte of randomBytes(64)) if (byte < 248 && secret.length < 32) secret += alphabet[byte % 62];
  }
  return `${handle}${secret}${checksum(handle + secret)}`;
}

/** The handle after `prefix`, or null when the text does not begin with it, has another form, or its checksum is wrong. */
export function handleAfter(prefix: string, text: string): Handle | null {
  if (!text.startsWith(prefix)) return null;
  const [, checked, handle, sum] = pattern.exec(text.slice(prefix.length)) ?? [];
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
