// A small file system, for tests of a full one. Mounting needs rights that not every machine gives.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether this process may mount a file system. */
export function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'belfry-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', place]).status === 0;
  if (mounted) execFileSync('umount', [place]);
  rmSync(place, { recursive: true });
  return mounted;
}

/** @param size as mount takes it, such as 32m. @returns the folder, until the test ends */
export async function mountDisk(size: string): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return folder;
}

export const resizeDisk = (folder: string, size: string): void => {
  execFileSync('mount', ['-o', `remount,size=${size}`, folder]);
};
