// Reads a part of one object of a bucket (RFC 9110, section 14). The size of the whole object is known, so that an answer which is
// not the part is noticed before anything is verified.

import { assertWithinFile, type Part } from '../store.ts';
import { type BucketClient, isAbsence } from './bucket-client.ts';

/** How large an object may be that a bucket without ranges sends whole, in bytes. More is not held in memory for a part of it. */
const mostWhole = 16 * 1024 * 1024;

/**
 * Null only when the bucket itself says that it has no such object, as in `readObject`.
 * @throws Error when the object has another size, or the answer is not this part
 */
export async function readObjectPart(
  client: BucketClient,
  key: string,
  part: Part,
): Promise<Uint8Array<ArrayBuffer> | null> {
  assertWithinFile(part);
  const { offset, length, size } = part;
  const isWhole = length === size;
  const range = `${offset}-${offset + length - 1}`;
  try {
    const { status, headers, bytes } = await client({
      method: 'GET',
      key,
      headers: isWhole ? {} : { Range: `bytes=${range}` },
      time: 'file',
      mostBytes: isWhole || size <= mostWhole ? size : length,
    });
    const sent = headers.get('Content-Range');
    if (status === 206 && !isWhole && sent === `bytes ${range}/${size}` && bytes.length === length) return bytes;
    // A server may ignore a range (section 14.2).
    if (status === 200 && sent === null && bytes.length === size)
      return isWhole ? bytes : bytes.slice(offset, offset + length);
    const found = sent ?? `${bytes.length} bytes`;
    throw new Error(
      `the bucket answered ${status} with ${found} instead of ${isWhole ? 'all of' : range} ${size} bytes`,
    );
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
