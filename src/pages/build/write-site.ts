// Writes the public site: the viewer, the client, the API reference and the contract's schemas, plain and compressed. Files
// that are up to date are not written again.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import glob from 'fast-glob';
import { schemaFolder } from '../../contract/validator.ts';
import { prebuilt } from '../../prebuilt.ts';
import { brotliQuality } from '../../snapshot/encode-response.ts';
import { encodings, mayBeCompressed, paths } from '../../snapshot/paths.ts';
import { isLeftover } from '../../store/folder/staged-files.ts';
import type { NewFile, Store } from '../../store/store.ts';
import { docsFiles } from '../docs/docs-page.ts';
import { schemasPage } from '../docs/schemas-page.ts';
import { buildDocs } from './build-docs.ts';
import { buildMy } from './build-my.ts';
import { buildViewer } from './build-viewer.ts';
import { endBundler } from './end-bundler.ts';

/** @returns the paths of the files that were written */
export async function writeSite(store: Store): Promise<string[]> {
  const present = new Set((await store.list(paths.site)).map(({ path }) => path));
  const plain: NewFile[] = [];
  const compressed: NewFile[] = [];
  for (const [name, bytes] of await siteFiles()) {
    const path = `${paths.site}${name}`;
    const forms = isWorthCompressing(name, bytes) ? [`${path}${encodings.gzip}`, `${path}${encodings.br}`] : [];
    const stored = [path, ...forms].every((each) => present.has(each)) ? await store.read(path) : null;
    if (stored !== null && Buffer.compare(stored, bytes) === 0) continue;
    plain.push({ path, bytes });
    if (forms.length > 0) for (const form of await compress(path, bytes)) compressed.push(form);
  }
  await store.remove([...present].filter(isLeftover));
  // The compressed files first: if this is interrupted, the old plain file makes the next build write them again.
  await store.write(compressed);
  await store.write(plain);
  return plain.map(({ path }) => path);
}

/** A smaller file fits into one or two packets anyway. */
const isWorthCompressing = (name: string, bytes: Uint8Array) => bytes.length > 2048 && mayBeCompressed(name);

/** Compressed once per process, like the files themselves. */
const compressedOnce = new Map<string, Promise<NewFile[]>>();

function compress(path: string, bytes: Uint8Array): Promise<NewFile[]> {
  const known = compressedOnce.get(path);
  if (known !== undefined) return known;
  // The same quality as for timetables; brotli's maximum takes seconds for the API reference.
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
  const forms = Promise.all([promisify(zlib.gzip)(bytes), promisify(zlib.brotliCompress)(bytes, quality)]);
  const files = forms.then(([gzip, br]) => [
    { path: `${path}${encodings.gzip}`, bytes: gzip },
    { path: `${path}${encodings.br}`, bytes: br },
  ]);
  compressedOnce.set(path, files);
  return files;
}

/** Made once per process, since the sources do not change while it runs. */
let made: Promise<Map<string, Uint8Array>> | undefined;

/** Path in the site, and content. */
export function siteFiles(): Promise<Map<string, Uint8Array>> {
  made ??= makeFiles();
  return made;
}

async function makeFiles(): Promise<Map<string, Uint8Array>> {
  if (prebuilt !== null) return readFolder(fileURLToPath(new URL('site', prebuilt)));
  const files = new Map([...(await buildViewer()), ...(await buildMy()), ...docsFiles()]);
  for (const [name, bytes] of await buildDocs()) files.set(`docs/${name}`, bytes);
  files.set('robots.txt', new TextEncoder().encode(robots));
  await endBundler();
  const schemas = new Map(
    glob
      .sync('*.json', { cwd: schemaFolder })
      .sort()
      .map((name) => [name, readFileSync(join(schemaFolder, name))]),
  );
  for (const [name, bytes] of schemas) files.set(`schemas/${name}`, bytes);
  const parsed = new Map([...schemas].map(([name, bytes]) => [name, JSON.parse(bytes.toString())]));
  files.set('schemas/index.html', new TextEncoder().encode(schemasPage(parsed)));
  return files;
}

/** Nothing is forbidden: Google imports no calendar from a path that is. Feeds say in a header that they are not to be listed. */
const robots = 'User-agent: *\nDisallow:\n';

const readFolder = (folder: string) =>
  new Map(glob.sync('**', { cwd: folder }).map((path) => [path, readFileSync(join(folder, path))]));
