// The space of the file system that holds a folder, which need not exist yet.

import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Space } from '../reserving-store.ts';
import { hasCode } from './durable-folders.ts';

/** `inodes`: how many are free; null where the file system does not limit them. */
export async function readSpace(folder: string): Promise<Space & { inodes: number | null }> {
  for (let each = resolve(folder); ; each = dirname(each)) {
    try {
      const { bavail, blocks, bsize, ffree, files } = await statfs(each);
      return { free: bavail * bsize, total: blocks * bsize, inodes: files === 0 ? null : ffree };
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || each === dirname(each)) throw error;
    }
  }
}
