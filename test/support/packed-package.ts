// The package as `npm pack` makes it, in a folder where nothing else is: for tests of what somebody installs. It is packed
// once a run, while other tests run.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshCopy } from './fresh-copy.ts';
import { repositoryFolder } from './run-process.ts';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);

/** The packed file, and the package.json of the clone that it was packed in; or what failed. */
type Packed = { file: string; manifest: string } | { failed: string };

const packedIn = (folder: string) => join(folder, 'packed.json');

/** Begins to pack. @returns what removes the package again; `unpackPackage` finds it by the environment */
export async function packPackage(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-package-'));
  process.env['BELFRY_TEST_PACKAGE'] = folder;
  const packing = pack(folder)
    .catch((error: unknown): Packed => ({ failed: String(error) }))
    .then(async (packed) => {
      await writeFile(join(folder, 'packed.tmp'), JSON.stringify(packed));
      await rename(join(folder, 'packed.tmp'), packedIn(folder));
    });
  return async () => {
    await packing;
    await rm(folder, { recursive: true });
  };
}

async function pack(folder: string): Promise<Packed> {
  // A copy, so that dist/ of the repository stays as it is.
  const clone = join(folder, 'clone');
  await freshCopy(clone);
  const installed = join(repositoryFolder, 'node_modules');
  await mkdir(join(clone, 'node_modules'));
  for (const name of await readdir(installed))
    if (name !== '.cache') await symlink(join(installed, name), join(clone, 'node_modules', name));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: clone });
  const manifest = await readFile(join(clone, 'package.json'), 'utf8');
  return { file: join(folder, stdout.trim().split('\n').at(-1) ?? ''), manifest };
}

/** Unpacks the package into `folder` as `node_modules/belfry`, without the packages that it installs. */
export async function unpackPackage(folder: string): Promise<{ file: string; manifest: string }> {
  const made = packedIn(process.env['BELFRY_TEST_PACKAGE'] ?? '');
  await waitUntil('the package is packed', () => existsSync(made), 280_000);
  const packed: Packed = JSON.parse(await readFile(made, 'utf8'));
  if ('failed' in packed) throw new Error(`packing failed: ${packed.failed}`);
  const into = join(folder, 'node_modules/belfry');
  await mkdir(into, { recursive: true });
  await run('tar', ['-xzf', packed.file, '-C', into, '--strip-components=1']);
  return packed;
}
