// Makes the package: `npm pack` runs this with `prepack` before it packs, and with `postpack` after. In between, package.json
// has no scripts, whose files are not packed, and only those dependencies that are not bundled.

import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compilePackage, installedPackages } from './compile-package.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const manifest = inRoot('package.json');
const kept = inRoot('dist/package-of-clone.json');

// Restores the manifest that an interrupted run left, unless it has been restored already.
const isPacked = JSON.parse(readFileSync(manifest, 'utf8')).scripts === undefined;
if (isPacked && existsSync(kept)) renameSync(kept, manifest);
if (process.argv[2] === 'prepack') {
  await compilePackage();
  copyFileSync(manifest, kept);
  const { scripts, devDependencies, overrides, dependencies, ...packed } = JSON.parse(readFileSync(manifest, 'utf8'));
  const installed = Object.entries(dependencies).filter(([name]) => installedPackages.includes(name));
  writeFileSync(manifest, `${JSON.stringify({ ...packed, dependencies: Object.fromEntries(installed) }, null, 2)}\n`);
}
