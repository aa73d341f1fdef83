// The package as `npm pack` makes it, in a folder where nothing else is: for tests of what somebody installs.

import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshCopy } from './fresh-copy.ts';
import { repositoryFolder } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { whenFileEnds } from './when-file-ends.ts';

const run = promisify(execFile);

/**
 * Packs the project into `folder` and unpacks it there as `node_modules/belfry`, without the packages that it installs.
 * @returns the clone that it was packed in, and the packed file
 */
export async function unpackPackage(folder: string): Promise<{ clone: string; file: string }> {
  // A copy, since packing changes package.json for a while.
  const copy = await temporaryFolder(whenFileEnds);
  await freshCopy(copy);
  const installed = join(repositoryFolder, 'node_modules');
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(installed))
    if (name !== '.cache') await symlink(join(installed, name), join(copy, 'node_modules', name));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy });
  const file = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  const into = join(folder, 'node_modules/belfry');
  await mkdir(into, { recursive: true });
  await run('tar', ['-xzf', file, '-C', into, '--strip-components=1']);
  return { clone: copy, file };
}
