// Unpacks the archive of an empty cluster: a tar file that PGlite made, compressed with brotli. PGlite can load it too, but it
// holds all of it in memory several times over, and most of that stays with the process. This holds a piece at a time. It is
// JavaScript for the same reason as the thread that calls it.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBrotliDecompress } from 'node:zlib';

/** The size of a header; each file is filled up to a multiple of it. The headers are those of ustar (POSIX.1-1988). */
const block = 512;

/**
 * @param {string} archive
 * @param {string} folder made if it is missing
 */
export async function unpackCluster(archive, folder) {
  const decompress = createBrotliDecompress();
  decompress.end(await readFile(archive));
  const pieces = decompress[Symbol.asyncIterator]();
  let piece = Buffer.alloc(0);
  /** The next bytes, at least one. @param {number} most */
  async function next(most) {
    if (piece.length === 0) piece = (await pieces.next()).value;
    if (piece === undefined) throw new Error(`${archive} is cut off`);
    const bytes = piece.subarray(0, most);
    piece = piece.subarray(bytes.length);
    return bytes;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    let header = await next(block);
    while (header.length < block) header = Buffer.concat([header, await next(block - header.length)]);
    const { path, size, isFolder } = readHeader(header);
    if (path === '') return; // the archive ends with empty headers
    if (isFolder) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
    else await writeFile(join(folder, path), bytesOf(size), { mode: 0o600 });
    for await (const _ of bytesOf(-size & (block - 1)));
  }
  /** @param {number} size */
  async function* bytesOf(size) {
    for (let left = size; left > 0; ) {
      const bytes = await next(left);
      left -= bytes.length;
      yield bytes;
    }
  }
}

/** @param {Buffer} header */
function readHeader(header) {
  /** @param {number} from @param {number} to */
  const text = (from, to) => header.toString('latin1', from, to).replace(/\0.*$/s, '');
  return { path: text(0, 100), size: Number.parseInt(text(124, 136), 8) || 0, isFolder: text(156, 157) === '5' };
}
