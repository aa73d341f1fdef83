// Bundles the viewer and the client for browsers, with the words of each language in a file of their own. It is fast enough
// to run at each build, so no bundles are committed.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));
/** In the order in which they apply. */
const styles = ['viewer.css', 'pages.css', 'week.css', 'today.css', 'phone.css', 'print.css']
  .map((name) => `@import "./${name}";`)
  .join('\n');

/** File name in the site, and content. */
export async function buildViewer(): Promise<Map<string, Uint8Array>> {
  const { build } = await import('esbuild'); // a package has the result instead
  const shared = {
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  } as const;
  const resolveDir = `${source}viewer`;
  const [viewer, style, client] = await Promise.all([
    build({
      ...{ ...shared, format: 'esm', splitting: true, outdir: source },
      ...{ entryPoints: { viewer: `${source}viewer/main.ts` }, chunkNames: 'languages/[name]' },
    }),
    // No CSS target, since subgrid and light-dark cannot be compiled to older CSS.
    build({ ...shared, target: 'esnext', stdin: { contents: styles, loader: 'css', resolveDir } }),
    build({ ...shared, format: 'esm', minify: false, entryPoints: [`${source}client/belfry-client.ts`] }),
  ]);
  const only = ({ outputFiles }: { outputFiles: { contents: Uint8Array }[] }) =>
    outputFiles[0]?.contents ?? new Uint8Array();
  return new Map([
    ['index.html', readFileSync(`${source}viewer/index.html`)],
    ['favicon.svg', readFileSync(`${source}viewer/favicon.svg`)],
    ...viewer.outputFiles.map(({ path, contents }): [string, Uint8Array] => [relative(source, path), contents]),
    ['viewer.css', only(style)],
    ['client/belfry-client.js', only(client)],
  ]);
}
