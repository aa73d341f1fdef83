// What node, Bun and Deno bring to the function: all three have node:crypto and node:zlib.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { EdgeRuntime } from './fetch-handler.ts';

const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);

export const nodeRuntime: EdgeRuntime = {
  fileBytes: 256 * 1024 * 1024,
  openDigest() {
    const hash = createHash('sha256');
    return { add: (bytes) => void hash.update(bytes), end: () => hash.digest('hex') };
  },
  async inflate(compressed, length) {
    const response = await gunzip(compressed, { maxOutputLength: length });
    if (response.length !== length) throw new Error(`${response.length} bytes were inflated instead of ${length}`);
    return response;
  },
};
