// Bundles the person's page, its worker and the page of slips: apart from the viewer, so that a phone loads little.

import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { forBrowsers } from './for-browsers.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(`${source}${name}`);

/** File name in the site, and content. */
export async function buildMy(): Promise<Map<string, Uint8Array>> {
  const { build } = await import('esbuild'); // imported here, since an installed package has no esbuild
  const shared = { ...forBrowsers, absWorkingDir: source } as const;
  const buildStyle = (own: string) => {
    const contents = `@import "./viewer/viewer.css"; @import "./${own}.css";`;
    return build({ ...shared, target: 'esnext', stdin: { contents, loader: 'css', resolveDir: source } });
  };
  // Each by itself: who opens the one seldom opens the other, and parts that both shared would weigh more.
  const buildPage = (page: string) =>
    build({
      ...shared,
      format: 'esm',
      splitting: true,
      outdir: source,
      entryPoints: { [page]: `${source}${page}/main.ts` },
      chunkNames: 'parts/[name]-[hash]',
      metafile: true,
    });
  const [own, slips, worker, early, style, slipsStyle] = await Promise.all([
    buildPage('my'),
    buildPage('slips'),
    build({ ...shared, format: 'iife', entryPoints: [`${source}my/worker.ts`] }),
    build({ ...shared, format: 'iife', entryPoints: [`${source}my/ask-early.ts`] }),
    buildStyle('my/my'),
    buildStyle('slips/slips'),
  ]);
  const only = ({ outputFiles }: { outputFiles: { contents: Uint8Array }[] }) =>
    outputFiles[0]?.contents ?? new Uint8Array();
  return new Map([
    ['my/index.html', withPreloads('my', own.metafile)],
    ['my/slips/index.html', withPreloads('slips', slips.metafile)],
    ['my/manifest.json', read('my/manifest.json')],
    ['my/icon.png', read('my/icon.png')],
    ...[own, slips].flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, contents }): [string, Uint8Array] => [`my/${relative(source, path)}`, contents]),
    ),
    ['my/ask.js', only(early)],
    ['my/my.css', only(style)],
    ['my/slips.css', only(slipsStyle)],
    ['my-worker.js', only(worker)],
  ]);
}

/** The page with preloads of the parts that it always needs, so that the browser requests all of them at once. */
function withPreloads(page: string, { outputs }: Metafile): Uint8Array {
  const { imports = [] } =
    Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith(`${page}/main.ts`)) ?? {};
  const links = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="/my/${relative(source, resolve(source, path))}">\n`);
  return new TextEncoder().encode(
    read(`${page}/index.html`)
      .toString()
      .replace('<script type="module"', (script) => links.join('') + script),
  );
}
