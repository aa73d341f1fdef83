import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prebuilt } from '../../src/prebuilt.ts';

/** The supported runtimes: entry point, file name and start command. */
export const runtimes = {
  workers: { entry: 'workers', file: 'belfry.js', start: 'npx wrangler deploy' },
  deno: { entry: 'deno', file: 'belfry-deno.mjs', start: 'deno run --allow-net --allow-env belfry-deno.mjs' },
  bun: { entry: 'node-http', file: 'belfry-bun.mjs', start: 'bun belfry-bun.mjs' },
  node: { entry: 'node-http', file: 'belfry-node.mjs', start: 'node belfry-node.mjs' },
} as const;
export type Runtime = keyof typeof runtimes;

/** The CDN function as one ES module. @throws when it imports a module that the runtime lacks */
export async function bundleCdnFunction(runtime: Runtime = 'workers'): Promise<Uint8Array> {
  const { entry, file } = runtimes[runtime];
  if (prebuilt !== null) return readFile(new URL(`edge/${file}`, prebuilt));
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/serve/edge/${entry}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: entry === 'node-http' ? 'node' : 'neutral',
    // Selects builds of packages without node built-ins.
    conditions: entry === 'node-http' ? [] : ['browser'],
    external: entry === 'deno' ? ['node:crypto', 'node:util', 'node:zlib'] : [],
    mainFields: ['module', 'main'],
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
