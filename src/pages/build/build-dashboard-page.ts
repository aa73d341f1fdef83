// Bundles the dashboard's page for browsers. Each language is a separate part, which is loaded when it is needed.

import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocs } from './build-docs.ts';
import { forBrowsers } from './for-browsers.ts';

const sources = fileURLToPath(new URL('..', import.meta.url));
const source = `${sources}dashboard/`;
const style = [
  '../viewer/viewer.css',
  '../viewer/year/months.css',
  '../slips/slips.css',
  './page.css',
  './calendar/calendar.css',
];
/** Of a timetable's week, as the viewer draws it: loaded with the first that is shown. */
const gridStyle = ['week', 'lesson', 'today', 'phone-days'].map((name) => `../viewer/grid/${name}.css`);

/** Path on the dashboard, and content. */
export async function buildDashboardPage(): Promise<Map<string, Uint8Array>> {
  const { build } = await import('esbuild'); // imported here, since an installed package has no esbuild
  const shared = { ...forBrowsers, absWorkingDir: source } as const;
  const bundleStyle = async (names: readonly string[]) => {
    const contents = names.map((name) => `@import "${name}";`).join('');
    const stdin = { contents, loader: 'css', resolveDir: source } as const;
    return (await build({ ...shared, target: 'esnext', stdin })).outputFiles[0]?.contents ?? new Uint8Array();
  };
  const [docs, page, pageStyle, ofGrid] = await Promise.all([
    buildDocs(),
    build({
      ...shared,
      format: 'esm',
      splitting: true,
      outdir: source,
      entryPoints: { page: `${source}main.ts` },
      chunkNames: 'parts/[name]-[hash]',
      metafile: true,
    }),
    bundleStyle(style),
    bundleStyle(gridStyle),
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
    ['/favicon.ico', readFileSync(`${sources}viewer/favicon.ico`)], // asked for beside what is no page
    ...page.outputFiles.map(({ path, contents }): [string, Uint8Array] => [
      `/page/${relative(source, path)}`,
      contents,
    ]),
    ['/page/page.css', pageStyle],
    ['/page/grid.css', ofGrid],
    ...[...docs].map(([name, bytes]): [string, Uint8Array] => [`/page/${name}`, bytes]),
  ]);
}
