// Bundles the dashboard's page for browsers. Each language is a separate part, which is loaded when it is needed.

import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('..', import.meta.url));
const source = `${sources}dashboard/`;
const style = ['../viewer/viewer.css', '../viewer/year/months.css', '../slips/slips.css', './page.css'];

/** Path on the dashboard, and content. */
export async function buildDashboardPage(): Promise<Map<string, Uint8Array>> {
  const { build } = await import('esbuild'); // imported here, since an installed package has no esbuild
  const shared = {
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
    absWorkingDir: source,
  } as const;
  const imports = style.map((name) => `@import "${name}";`).join('');
  const [page, css] = await Promise.all([
    build({
      ...shared,
      format: 'esm',
      splitting: true,
      outdir: source,
      entryPoints: { page: `${source}main.ts` },
      chunkNames: 'parts/[name]-[hash]',
      metafile: true,
    }),
    // No CSS target, since light-dark cannot be compiled to older CSS.
    build({ ...shared, target: 'esnext', stdin: { contents: imports, loader: 'css', resolveDir: source } }),
  ]);
  const { imports: parts = [] } =
    Object.values(page.metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith('main.ts')) ?? {};
  // The browser requests at once what the page always needs.
  const preloads = parts
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="/page/${relative(source, resolve(source, path))}">\n`);
  const html = readFileSync(`${source}index.html`, 'utf8').replace('<script', `${preloads.join('')}<script`);
  return new Map([
    ['/', new TextEncoder().encode(html)],
    ['/favicon.svg', readFileSync(`${sources}viewer/favicon.svg`)],
    ...page.outputFiles.map(({ path, contents }): [string, Uint8Array] => [
      `/page/${relative(source, path)}`,
      contents,
    ]),
    ['/page/page.css', css.outputFiles[0]?.contents ?? new Uint8Array()],
  ]);
}
