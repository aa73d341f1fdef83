// What node, Bun and Deno bring to the function: all three have node:crypto.

import { createHash } from 'node:crypto';
import type { EdgeRuntime } from './fetch-handler.ts';

export const nodeRuntime: EdgeRuntime = {
  fileBytes: 256 * 1024 * 1024,
  openDigest() {
    const hash = createHash('sha256');
    return { add: (bytes) => void hash.update(bytes), end: () => hash.digest('hex') };
  },
};
