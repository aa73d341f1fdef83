// The token of a link, which shows one class, teacher, room or student and nothing else, is `belfry_link_` and a checked
// secret. No handle has the underscore of this prefix, so no token is a key and no key is a token. Its random part has 190
// bits; the W3C's TAG asks for 120 at least: https://www.w3.org/2001/tag/doc/capability-urls/

import { createCheckedSecret, handleAfter } from './checked-secret.ts';
import type { Handle } from './ids.ts';

const prefix = 'belfry_link_';

/**
 * A new token. It is shown once; what is stored is its hash, from `identifyLinkToken`.
 * @param handle the organisation's handle
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export const createLinkToken = (handle: Handle, randomBytes: (count: number) => Uint8Array): string =>
  prefix + createCheckedSecret(handle, randomBytes);

/** The handle in a token, or null when the text is not a token or its checksum is wrong. It costs no lookup. */
export const handleOfLinkToken = (text: string): Handle | null => handleAfter(prefix, text);

/**
 * What finds a link: the organisation's handle, and the hash of the whole token. Nothing is hashed unless the text is a token.
 * @param sha256 of a text in UTF-8, in lower-case hexadecimal; where it takes time, a promise of that
 * @returns null when the text is not a token or its checksum is wrong
 */
export function identifyLinkToken<Hash extends string | Promise<string>>(
  text: string,
  sha256: (text: string) => Hash,
): { handle: Handle; sha256: Hash } | null {
  const handle = handleOfLinkToken(text);
  return handle === null ? null : { handle, sha256: sha256(text) };
}
