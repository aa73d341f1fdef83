// Writes the timestamp of a response into a stored file without recompressing it. Only the last few bytes change. Runs in
// CDN functions, so it uses no node built-ins.

import { crc32 } from '../access/crc-32.ts';
import { stampFor, stampLength } from './envelope.ts';
import type { Encoding } from './paths.ts';

/** How many bytes follow the stamp: the CRC-32 and size of gzip, brotli's empty last meta-block. */
const afterStamp: Record<Encoding, number> = { identity: 0, gzip: 8, br: 1 };

/** The time of a response, in milliseconds since 1970, and its encoding. */
export type Stamp = { time: number; encoding: Encoding };

/** How many bytes at the end of a stored file a stamp may change. */
export const changingLength = (encoding: Encoding): number => stampLength + afterStamp[encoding];

/**
 * Overwrites the stamp.
 * @param bytes a buffer with a stored file, or its last bytes
 * @param end the offset of the file's end in the buffer
 */
export function writeStamp(bytes: Uint8Array, end: number, { time, encoding }: Stamp): void {
  const start = end - changingLength(encoding);
  const stamp = stampFor(time);
  if (encoding === 'gzip') {
    // CRC-32 is linear: replacing the last bytes by as many others changes it by the XOR of their own CRCs.
    const afterwards = start + stampLength;
    const difference = crc32(bytes.subarray(start, afterwards)) ^ crc32(stamp);
    for (let byte = 0; byte < 4; byte++)
      bytes[afterwards + byte] = (bytes[afterwards + byte] ?? 0) ^ (difference >>> (8 * byte));
  }
  bytes.set(stamp, start);
}

/** A copy of a body, stamped if it has a stamp. */
export function stampedCopy(stored: Uint8Array, stamp: Stamp | null): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(stored);
  if (stamp !== null) writeStamp(body, body.length, stamp);
  return body;
}
