// Writes the time of a response into a stored file without compressing again. Only the last few bytes change. Runs in CDN
// functions, so no node built-ins.

import { crc32 } from '../access/crc-32.ts';
import { stampFor, stampLength } from './envelope.ts';
import type { Encoding } from './paths.ts';

/** How many bytes follow the stamp: the CRC-32 and size of gzip, the empty last meta-block of brotli. */
const afterStamp: Record<Encoding, number> = { identity: 0, gzip: 8, br: 1 };

/** The time of a response, in milliseconds since 1970, and the encoding in which it goes out. */
export type Stamp = { time: number; encoding: Encoding };

/** How many bytes at the end of a stored file the stamp may change. */
export const changingLength = (encoding: Encoding): number => stampLength + afterStamp[encoding];

/**
 * Writes a stamp over the one that is there.
 * @param bytes hold a stored file, or its end
 * @param end where the file ends in them
 */
export function writeStamp(bytes: Uint8Array, end: number, { time, encoding }: Stamp): void {
  const start = end - changingLength(encoding);
  const stamp = stampFor(time);
  if (encoding === 'gzip') {
    // CRC-32 is linear: changing equally long last bytes changes it by the difference of their own CRCs.
    const afterwards = start + stampLength;
    const difference = crc32(bytes.subarray(start, afterwards)) ^ crc32(stamp);
    for (let byte = 0; byte < 4; byte++)
      bytes[afterwards + byte] = (bytes[afterwards + byte] ?? 0) ^ (difference >>> (8 * byte));
  }
  bytes.set(stamp, start);
}
