import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Where the function can run: what adapts it, what the file is called and what starts it. */
export const runtimes = {
  workers: { entry: 'workers', file: 'belfry.js', start: 'npx wrangler deploy' },
  deno: { entry: 'deno', file: 'belfry-deno.mjs', start: 'deno run --allow-net --allow-env belfry-deno.mjs' },
  bun: { entry: 'node-http', file: 'belfry-bun.mjs', start: 'bun belfry-bun.mjs' },
  node: { entry: 'node-http', file: 'belfry-node.mjs', start: 'node belfry-node.mjs' },
} as const;
export type Runtime = keyof typeof runtimes;

/** The CDN function as one ES module. Throws when it would need what the runtime does not have by itself. */
export async function bundleCdnFunction(runtime: Runtime = 'workers'): Promise<Uint8Array> {
  const { entry } = runtimes[runtime];
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/serve/edge/${entry}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: entry === 'node-http' ? 'node' : 'neutral',
    // For packages that have a form without built-ins of node.
    conditions: entry === 'node-http' ? [] : ['browser'],
    mainFields: ['module', 'main'],
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
