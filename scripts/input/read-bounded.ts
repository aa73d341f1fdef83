// Reads a whole file of at most so many bytes. The size that a file system reports is not enough: a pipe or a device has
// none, and a file may grow while it is read.

import { open } from 'node:fs/promises';

const pieceBytes = 1024 * 1024;

/** @returns null when there is more: at once where the size is known, else after reading so much */
export async function readBounded(path: string, most: number): Promise<Buffer | null> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > most) return null;
    return await collectBounded(file.createReadStream({ highWaterMark: pieceBytes, autoClose: false }), most);
  } finally {
    await file.close();
  }
}

/** The same of standard input. */
export const readBoundedInput = (most: number): Promise<Buffer | null> => collectBounded(process.stdin, most);

/** The same of what another has opened. */
export async function collectBounded(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
