// Bundles the viewer and the client for browsers. Each language is a separate part, and so are the pages that few readers
// open; a part is loaded when it is needed. It is fast enough to run at each build, so no bundles are committed.

import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';
import { forBrowsers } from './for-browsers.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const imports = (...names: string[]) => names.map((name) => `@import "./${name}.css";`).join('\n');
/** In cascade order: phone comes last, and again after the styles that the lazy pages load. */
const styles = {
  viewer: imports('viewer', 'pages', 'grid/week', 'grid/lesson', 'grid/today', 'grid/phone-days', 'phone'),
  lazy: imports(
    'dialog',
    'grid/marks',
    'changes/changes',
    'together/free',
    'foyer/foyer',
    'year/months',
    'grid/phone-days',
    'phone',
  ),
  dates: imports('grid/marks', 'dates/dates'),
  dialog: imports('dialog'),
  paper: imports('paper/print', 'paper/sheets'),
};

/**
 * Everything of the first load in one file, which compresses better than one for each set of parts that share it: a part
 * loaded later depends on all of it, whatever it uses.
 */
const oneFirstPart: Plugin = {
  name: 'one-first-part',
  setup(build) {
    build.onLoad(
      {
        filter:
          /viewer\/(\w+\/)?(school-dates|dates-style|open-lazy-page|refusal-words|doubtful-day|translate-names|save-dialog|once-shown|cell-dialog)\.ts$/,
      },
      ({ path }) => ({
        contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(`${source}viewer/main.ts`)};`,
        loader: 'ts',
      }),
    );
  },
};

/** File name in the site, and content. */
export async function buildViewer(): Promise<Map<string, Uint8Array>> {
  const { build } = await import('esbuild'); // imported here, since an installed package has no esbuild
  const resolveDir = `${source}viewer`;
  const buildStyle = (contents: string) =>
    build({ ...forBrowsers, target: 'esnext', stdin: { contents, loader: 'css', resolveDir } });
  const [viewer, style, lazyStyle, datesStyle, dialogStyle, paperStyle, client] = await Promise.all([
    build({
      ...forBrowsers,
      format: 'esm',
      splitting: true,
      outdir: source,
      entryPoints: { viewer: `${source}viewer/main.ts` },
      chunkNames: 'parts/[name]-[hash]',
      metafile: true,
      plugins: [...forBrowsers.plugins, oneFirstPart],
    }),
    buildStyle(styles.viewer),
    buildStyle(styles.lazy),
    buildStyle(styles.dates),
    buildStyle(styles.dialog),
    buildStyle(styles.paper),
    build({ ...forBrowsers, format: 'esm', minify: false, entryPoints: [`${source}../client/belfry-client.ts`] }),
  ]);
  const only = ({ outputFiles }: { outputFiles: { contents: Uint8Array }[] }) =>
    outputFiles[0]?.contents ?? new Uint8Array();
  return new Map([
    ['index.html', new TextEncoder().encode(withPreloads(viewer.metafile))],
    ['favicon.svg', readFileSync(`${source}viewer/favicon.svg`)],
    ['favicon.ico', readFileSync(`${source}viewer/favicon.ico`)], // asked for beside what is no page
    ...viewer.outputFiles.map(({ path, contents }): [string, Uint8Array] => [relative(source, path), contents]),
    ['viewer.css', only(style)],
    ['lazy.css', only(lazyStyle)],
    ['dates.css', only(datesStyle)],
    ['dialog.css', only(dialogStyle)],
    ['paper.css', only(paperStyle)],
    ['client/belfry-client.js', only(client)],
    ['client/belfry-client.d.ts', readFileSync(`${source}../contract/client.generated.d.ts`)],
    // It declares nothing but types.
    ['client/belfry-contract.d.ts', readFileSync(`${source}../contract/types.generated.ts`)],
  ]);
}

/** The page with preloads of the parts that the viewer always needs, so that the browser requests all of them at once. */
function withPreloads({ outputs }: Metafile): string {
  const { imports = [] } =
    Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith('viewer/main.ts')) ?? {};
  const links = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="/${relative(source, resolve(path))}">\n`);
  return readFileSync(`${source}viewer/index.html`, 'utf8').replace('<script', `${links.join('')}<script`);
}
