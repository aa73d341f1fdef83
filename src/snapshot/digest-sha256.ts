/** The SHA-256 in lower-case hexadecimal, with Web Crypto, which every runtime has. Node's `hash` is faster. */
export async function digestSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
