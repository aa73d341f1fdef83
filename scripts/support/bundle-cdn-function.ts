import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The CDN function as one ES module. Throws when it would need a node built-in: the edge has none. */
export async function bundleCdnFunction(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/serve/cdn-function.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
