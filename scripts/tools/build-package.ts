// Makes the package. `npm pack` runs this as `prepack`, which compiles into dist/, and as `postpack`, which packs once more what npm
// has packed, in a folder of its own: without scripts, whose files are not packed, with only those dependencies that are not
// bundled, and without links to files that are not packed. The clone's own files are never touched.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';

const root = fileURLToPath(new URL('../..', import.meta.url));

function packAgain(installedPackages: readonly string[]): void {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const destination = resolve(root, process.argv[3] ?? '.');
  const packed = join(destination, `${name}-${version}.tgz`);
  if (!existsSync(packed)) return; // a dry run
  const folder = mkdtempSync(join(tmpdir(), 'belfry-pack-'));
  try {
    run('tar', ['-xzf', packed, '-C', folder, '--strip-components=1']);
    writeFileSync(join(folder, 'package.json'), manifestOfPackage(join(folder, 'package.json'), installedPackages));
    for (const path of glob.sync('**/*.md', { cwd: folder })) {
      const file = join(folder, path);
      writeFileSync(
        file,
        withoutLostLinks(readFileSync(file, 'utf8'), (link) => existsSync(join(dirname(file), link))),
      );
    }
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination], folder);
  } catch (error) {
    rmSync(packed); // half a package is worse than none
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds the development packages, which compile the types, where `npm ci --omit=dev` has left them out. */
function installCompilers(): void {
  if (existsSync(join(root, 'node_modules/typescript'))) return;
  console.error('Installing the development packages, which make the package.');
  run('npm', ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--dry-run=false']);
}

function manifestOfPackage(file: string, installedPackages: readonly string[]): string {
  const { scripts, devDependencies, overrides, allowScripts, dependencies, ...packed } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const installed = Object.entries(dependencies).filter(([name]) => installedPackages.includes(name));
  return `${JSON.stringify({ ...packed, dependencies: Object.fromEntries(installed) }, null, 2)}\n`;
}

/** Pictures that are not packed go, and links to files that are not packed become their text. */
const withoutLostLinks = (text: string, isPacked: (path: string) => boolean): string =>
  text.replaceAll(/(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/g, (link, sign, words, path) =>
    isPacked(path) ? link : sign === '!' ? '' : words,
  );

/** Standard output is npm's own, whose last line is the name of the file. */
function run(program: string, options: readonly string[], cwd = root): void {
  const { status, error } = spawnSync(program, options, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${options[0]} failed`, { cause: error });
}

if (process.argv[2] === 'prepack') installCompilers();
// Only now, since it imports a compiler.
const { compilePackage, installedPackages } = await import('./compile-package.ts');
if (process.argv[2] === 'prepack') await compilePackage();
else packAgain(installedPackages);
