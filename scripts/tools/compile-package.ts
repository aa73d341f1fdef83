// Compiles what `npm pack` packs into one folder, so that an installed Belfry bundles and compiles nothing: the program with
// the packages that it uses, one file per command; the client for any runtime; the public site; and the CDN function.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import glob from 'fast-glob';
import { nameInPackage } from '../../src/dashboard/page-files.ts';
import { buildDashboardPage } from '../../src/pages/build/build-dashboard-page.ts';
import { siteFiles } from '../../src/pages/build/write-site.ts';
import { bundleCdnFunction, type Runtime, runtimes } from '../command/bundle-cdn-function.ts';
import { compileSources } from './compile-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The dependencies that are not bundled: the embedded database loads files beside its own code. */
export const installedPackages = ['@electric-sql/pglite', '@electric-sql/pglite-socket'];

/** Replaces `dist/`. */
export async function compilePackage(): Promise<void> {
  const folder = join(root, 'dist');
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: {
      belfry: 'scripts/belfry.ts',
      library: 'src/belfry.ts',
      'embedded-worker': 'src/database/connect/embedded-worker.js',
      'dashboard-jobs': 'scripts/running/dashboard/dashboard-jobs.ts',
      'local-dashboard-thread': 'scripts/running/dashboard/local-dashboard-thread.ts',
    },
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    // Only a clone imports esbuild; pg tries to import its native variant, which is never installed.
    external: [...installedPackages, 'esbuild', 'pg-native'],
    // Bundled CommonJS packages call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'error',
    plugins: [rewriteAddresses],
  });
  await build({
    entryPoints: { client: 'src/client/belfry-client.ts' },
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  const entries = ['belfry.ts', 'client/belfry-client.ts'];
  compileSources(entries, join(folder, 'types'), { platform: 'node', declarationsOnly: true });
  const files = new Map([
    ...Array.from(await siteFiles(), ([path, bytes]) => [`site/${path}`, bytes] as const),
    ...Array.from(await buildDashboardPage(), ([path, bytes]) => [nameInPackage(path), bytes] as const),
    ...(await bundleCdnFunctions()),
    ['licences-of-packages.txt', new TextEncoder().encode(await collectLicences(metafile))],
  ]);
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/**
 * Bundling moves code, and code finds files such as schemas relative to its own URL: replaces `import.meta.url` by the URL
 * that the source would have in the package. Also replaces src/prebuilt.ts.
 */
const rewriteAddresses: Plugin = {
  name: 'rewrite-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return null;
      const source = relative(root, path);
      if (source === 'src/prebuilt.ts')
        return { loader: 'ts', contents: "export const prebuilt = new URL('.', import.meta.url);" };
      const text = await readFile(path, 'utf8');
      const address = `new URL(${JSON.stringify(`../${source}`)}, import.meta.url).href`;
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', address) };
    });
  },
};

async function bundleCdnFunctions(): Promise<[path: string, bytes: Uint8Array][]> {
  // `Object.keys` has the type string[].
  const names = Object.keys(runtimes) as Runtime[];
  return Promise.all(
    names.map(
      async (name): Promise<[string, Uint8Array]> => [`edge/${runtimes[name].file}`, await bundleCdnFunction(name)],
    ),
  );
}

/** The licences of the packages whose code was bundled, which must be distributed with it. */
async function collectLicences({ inputs }: Metafile): Promise<string> {
  const folders = Object.keys(inputs).flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  const texts = [...new Set(folders)].toSorted().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const [file] = await glob('{licen[cs]e,copying}*', { cwd: join(root, folder), caseSensitiveMatch: false });
    const text = file === undefined ? license : await readFile(join(root, folder, file), 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
