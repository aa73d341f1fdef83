// The SHA-256 with Web Crypto, for CDN functions. Node's own in `sha256.ts` is faster.

/** The SHA-256 of the bytes in lower-case hexadecimal. */
export async function digestSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes));
}

/** In lower case. */
export const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
