// The public folder: the viewer, the client, the API reference, and the schemas of the contract. Files that are right already are left
// alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { schemaFolder } from '../contract/validator.ts';
import { paths } from '../snapshot/paths.ts';
import type { NewFile, Store } from '../snapshot/store.ts';
import { buildViewer } from './build-viewer.ts';
import { docsFiles } from './docs-page.ts';

/** @returns the paths of the files that were written */
export async function writeSite(store: Store): Promise<string[]> {
  const changed: NewFile[] = [];
  for (const [name, bytes] of await siteFiles()) {
    const path = `${paths.site}${name}`;
    const stored = await store.read(path);
    if (stored === null || Buffer.compare(stored, bytes) !== 0) changed.push({ path, bytes });
  }
  await store.write(changed);
  return changed.map(({ path }) => path);
}

/** Made once in a process: the sources do not change while it runs. */
let made: Promise<Map<string, Uint8Array>> | undefined;

/** Path in the site, and content. */
export function siteFiles(): Promise<Map<string, Uint8Array>> {
  made ??= makeFiles();
  return made;
}

async function makeFiles(): Promise<Map<string, Uint8Array>> {
  const files = new Map([...(await buildViewer()), ...docsFiles()]);
  for (const name of glob.sync('*.json', { cwd: schemaFolder }).sort())
    files.set(`schemas/${name}`, readFileSync(join(schemaFolder, name)));
  return files;
}
