import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import glob from 'fast-glob';
import { repositoryFolder } from './run-process.ts';

/** Copies the project into `folder` as just downloaded: nothing installed, nothing generated. */
export async function freshCopy(folder: string): Promise<void> {
  const ignore = ['node_modules', 'out', '.data', '.git', '**/node_modules/**', 'out/**', '.data/**', '.git/**'];
  for (const path of await glob('**', { cwd: repositoryFolder, ignore, dot: true })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(repositoryFolder, path), join(folder, path));
  }
}
