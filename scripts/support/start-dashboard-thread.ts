// Starts a thread of the dashboard: in a clone it is TypeScript, which tsx runs; in a package it is compiled.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { prebuilt } from '../../src/prebuilt.ts';

/** Megabytes that documents may take: a large one of 64 MB, as text, as objects and as rows. */
const maxOldGenerationSizeMb = 2048;

/** @param env the environment of this process by default */
export function startDashboardThread(env?: Record<string, string | undefined>): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb }, ...(env === undefined ? {} : { env }) };
  if (prebuilt !== null) return new Worker(new URL('dashboard-thread.js', prebuilt), options);
  // Threads do not inherit what `--import tsx` does to a process.
  // `require` finds the form for CommonJS; the one for modules is beside it.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const program = new URL('./dashboard-thread.ts', import.meta.url).href;
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${program}'); })`;
  return new Worker(code, { ...options, eval: true });
}
