// The SHA-256 by which keys and published files are identified, computed with Node. `digest-sha256.ts` computes the same
// where there is no Node.

import { createHash } from 'node:crypto';

/** The SHA-256 of the bytes in lower-case hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The SHA-256 of the text as UTF-8, in lower-case hexadecimal. */
export const sha256OfText = (text: string): string => sha256(new TextEncoder().encode(text));
