// The SHA-256 with Web Crypto, for CDN functions. Node's own in `sha256.ts` is faster.

/** The SHA-256 of the bytes in lower-case hexadecimal. */
export async function digestSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
