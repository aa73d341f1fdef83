// Reads a part of a file, for a store in a folder and for a server that reads the folder itself.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { assertWithinFile, type Part } from '../store.ts';

/**
 * @param file its absolute path, which is no symbolic link
 * @throws Error of the system when there is no such file; Error when it has another size, or ends before the part does
 */
export async function readFilePart(file: string, part: Part): Promise<Uint8Array<ArrayBuffer>> {
  assertWithinFile(part);
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (size !== part.size) throw new Error(`the file has ${size} bytes, not ${part.size}`);
    // Of its own memory, since it may be kept for long.
    const bytes = new Uint8Array(part.length);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await handle.read(bytes, at, bytes.length - at, part.offset + at);
      if (bytesRead === 0) throw new Error(`the file ends after ${part.offset + at} of ${part.size} bytes`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
