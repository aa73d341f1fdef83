// Writes the time of a response into a stored file without compressing again. Only the last few bytes change. Runs in CDN
// functions, so no node built-ins.

import { crc32 } from '../access/crc-32.ts';
import { stampFor, stampLength, storedStamp } from './envelope.ts';
import type { Encoding } from './paths.ts';

/** How many bytes follow the stamp: the CRC-32 and size of gzip, the empty last meta-block of brotli. */
const afterStamp: Record<Encoding, number> = { identity: 0, gzip: 8, br: 1 };

const storedStampCrc = crc32(storedStamp);

/** The time of a response, in milliseconds since 1970, and the encoding in which it goes out. */
export type Stamp = { time: number; encoding: Encoding };

/** How many bytes at the end of a stored file the stamp may change. */
export const changingLength = (encoding: Encoding): number => stampLength + afterStamp[encoding];

/**
 * Stamps a copy of a stored file, or of its end: the stored bytes themselves are shared by all responses.
 * @param end where the file ends in `copy`
 */
export function stampCopy(copy: Uint8Array, end: number, { time, encoding }: Stamp): void {
  const start = end - changingLength(encoding);
  const stamp = stampFor(time);
  copy.set(stamp, start);
  if (encoding !== 'gzip') return;
  // CRC-32 is linear: changing equally long last bytes changes it by the difference of their own CRCs.
  const difference = storedStampCrc ^ crc32(stamp);
  const afterwards = start + stampLength;
  for (let byte = 0; byte < 4; byte++)
    copy[afterwards + byte] = (copy[afterwards + byte] ?? 0) ^ (difference >>> (8 * byte));
}
