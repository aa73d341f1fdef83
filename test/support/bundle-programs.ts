// The commands and programs that tests start as processes, bundled once per run with their packages: a process then needs a
// fifth of a second of CPU time to start, and more than one second through tsx. .ci/conformance and, in a thorough run, the
// commands of the guides use tsx, as users do.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { buildViewer } from '../../src/pages/build/build-viewer.ts';
import { repositoryFolder } from './run-process.ts';

const programs = [
  'scripts/belfry.ts',
  ...['publisher-process', 'embedded-client', 'embedded-writer'].map((name) => `test/support/${name}.ts`),
];

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

/** The viewer is bundled once per run; otherwise each publisher process would bundle it again. */
const readyViewer: Plugin = {
  name: 'ready viewer',
  setup({ onLoad }) {
    onLoad({ filter: /src\/site\/build-viewer\.ts$/ }, async () => {
      const files = Array.from(await buildViewer(), ([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]);
      const contents = `const files = ${JSON.stringify(files)};
        export const buildViewer = async () => new Map(files.map(([path, text]) => [path, Buffer.from(text, 'base64')]));`;
      return { contents };
    });
  },
};

/** @returns a function that removes them. They are where they can import packages; `startProcess` finds them by the environment. */
export async function bundlePrograms(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(repositoryFolder, 'node_modules', '.belfry-programs-'));
  await build({
    entryPoints: programs,
    absWorkingDir: repositoryFolder,
    outbase: repositoryFolder,
    outdir: relative(repositoryFolder, folder),
    outExtension: { '.js': '.mjs' },
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
    plugins: [readyViewer, ownAddresses],
  });
  process.env['BELFRY_TEST_PROGRAMS'] = folder;
  return () => rm(folder, { recursive: true });
}
