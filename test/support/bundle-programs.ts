// The commands and programs that tests start as processes, bundled once per run with their packages and with all that a browser
// loads, as the package has them: a process then needs a fifth of a second of CPU time to start, and more than one second through
// tsx. .ci/conformance and, in a thorough run, the commands of the guides use tsx, as a clone does.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { nameInPackage } from '../../src/dashboard/page-files.ts';
import { buildDashboardPage } from '../../src/pages/build/build-dashboard-page.ts';
import { siteFiles } from '../../src/pages/build/write-site.ts';
import { asksForPrograms, programsModule } from './ready-programs.ts';
import { repositoryFolder } from './run-process.ts';

/** By their names in the package, where they have one: the programs start each other. */
const programs = {
  belfry: 'scripts/belfry.ts',
  'dashboard-jobs': 'scripts/running/dashboard/dashboard-jobs.ts',
  'local-dashboard-thread': 'scripts/running/dashboard/local-dashboard-thread.ts',
  'publisher-process': 'test/support/publisher-process.ts',
  'embedded-client': 'test/support/embedded-client.ts',
  'embedded-writer': 'test/support/embedded-writer.ts',
};

/** Keeps each file's import.meta.url, by which it finds the files beside it. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return null;
      const text = await readFile(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    });
  },
};

const readyPrograms: Plugin = {
  name: 'ready programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/prebuilt\.ts$/ }, ({ path, importer }) =>
      asksForPrograms(path, importer) ? { path, namespace: 'ready' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'ready' }, () => ({ contents: programsModule }));
  },
};

/** @returns a function that removes them. They are where they can import packages; who starts one finds them by the environment. */
export async function bundlePrograms(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(repositoryFolder, 'node_modules', '.belfry-programs-'));
  // One after the other: the first ends the bundler's process.
  const files = [
    ['package.json', '{ "type": "module" }'],
    ...Array.from(await siteFiles(), ([path, bytes]) => [`site/${path}`, bytes] as const),
    ...Array.from(await buildDashboardPage(), ([path, bytes]) => [nameInPackage(path), bytes] as const),
  ] as const;
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  await build({
    entryPoints: programs,
    absWorkingDir: repositoryFolder,
    outdir: relative(repositoryFolder, folder),
    bundle: true,
    splitting: true,
    // What finds files of its own beside it stays where it is; pg tries its native twin, which is not installed.
    external: ['@electric-sql/*', 'esbuild', 'tsx', 'pg-native'],
    // The packages among them that are CommonJS ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as ofBundle } from 'node:module'; const require = ofBundle(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [readyPrograms, ownAddresses],
  });
  process.env['BELFRY_TEST_PROGRAMS'] = folder;
  return () => rm(folder, { recursive: true });
}
