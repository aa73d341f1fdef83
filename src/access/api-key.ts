// The form of an API key: `belfry_`, 32 random base62 characters (190 bits), and the CRC-32 of those 32 in 6 base62
// characters. The checksum refuses a mistyped key without a look-up and lets secret scanners recognise a leaked one;
// it is no secret. GitHub's tokens have the same form:
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/

import { crc32 } from './crc-32.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^belfry_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * A new API key.
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export function createApiKey(randomBytes: (count: number) => Uint8Array): string {
  let random = '';
  while (random.length < 32) {
    // 248 is the largest multiple of 62 in a byte; what lies above would favour the first letters.
    for (const byte of randomBytes(64)) if (byte < 248 && random.length < 32) random += alphabet[byte % 62];
  }
  return `belfry_${random}${checksum(random)}`;
}

/** Whether the text has the form of an API key and its checksum is right. */
export function isApiKey(text: string): boolean {
  const [, random, sum] = form.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

function checksum(random: string): string {
  let value = crc32(new TextEncoder().encode(random));
  let digits = '';
  for (let position = 0; position < 6; position++) {
    digits = alphabet[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
