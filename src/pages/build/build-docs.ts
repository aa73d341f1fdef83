// Bundles the search of the pages of reference, which the site and the dashboard have.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forBrowsers } from './for-browsers.ts';

const inPages = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** File name beside the page, and content. */
export async function buildDocs(): Promise<Map<'docs.css' | 'search.js', Uint8Array>> {
  const { build } = await import('esbuild'); // imported here, since an installed package has no esbuild
  const { outputFiles } = await build({
    ...forBrowsers,
    format: 'iife',
    entryPoints: [inPages('ui/find-on-page.ts')],
  });
  return new Map([
    ['docs.css', readFileSync(inPages('docs/docs.css'))],
    ['search.js', outputFiles[0]?.contents ?? new Uint8Array()],
  ]);
}
