// Starts a program of the dashboard as a thread: in a clone it is TypeScript, which tsx runs; in a package it is compiled.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { prebuilt } from '../../../src/prebuilt.ts';

/** Entries of the package too; see `compile-package.ts`. */
export type ThreadProgram = 'local-dashboard-thread';

export function startThread(name: ThreadProgram, options: WorkerOptions = {}): Worker {
  if (prebuilt !== null) return new Worker(new URL(`${name}.js`, prebuilt), options);
  // Threads do not inherit what `--import tsx` does to a process.
  // `require` finds the form for CommonJS; the one for modules is beside it.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const program = new URL(`./${name}.ts`, import.meta.url).href;
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${program}'); })`;
  return new Worker(code, { ...options, eval: true });
}
