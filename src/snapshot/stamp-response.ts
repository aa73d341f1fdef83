// Writes the time of a response into a stored file without compressing again. It never touches the stored bytes, which
// other responses share: it returns the part that stays and a new tail. Runs in CDN functions, so no node built-ins.

import { crc32 } from '../access/crc-32.ts';
import { stampFor, stampLength, storedStamp } from './envelope.ts';
import type { Encoding } from './paths.ts';

/** How many bytes follow the stamp: the CRC-32 and size of gzip, the empty last meta-block of brotli. */
const afterStamp: Record<Encoding, number> = { identity: 0, gzip: 8, br: 1 };

const storedStampCrc = crc32(storedStamp);

/** The bytes of a response given at a time: `head` is a view of the stored file, `tail` is new. */
export type StampedResponse = { head: Uint8Array; tail: Uint8Array };

/** The stored file as a response given at `time`, in milliseconds since 1970. */
export function stampResponse(stored: Uint8Array, encoding: Encoding, time: number): StampedResponse {
  const start = stored.length - stampLength - afterStamp[encoding];
  const stamp = stampFor(time);
  const tail = new Uint8Array(stored.length - start);
  tail.set(stamp);
  tail.set(stored.subarray(start + stampLength), stampLength);
  if (encoding === 'gzip') {
    // CRC-32 is linear: changing equally long last bytes changes it by the difference of their own CRCs.
    const view = new DataView(tail.buffer, tail.byteOffset);
    view.setUint32(stampLength, view.getUint32(stampLength, true) ^ storedStampCrc ^ crc32(stamp), true);
  }
  return { head: stored.subarray(0, start), tail };
}
