// Starts a process in which the dashboard reads, checks and publishes documents, with a limit of its own for its memory. In a clone
// it is TypeScript, which tsx runs; in a package it is compiled.

import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prebuilt } from '../../../src/prebuilt.ts';

/**
 * Megabytes of the heap of each, and what it may take beside: the bytes of a body, as they arrive and whole. With the dashboard's
 * own heap and the bodies that wait in it they are less than MemoryMax= in `belfry-dashboard.service`; a test adds them up.
 */
export const jobMemory = {
  documents: { heap: 1536, beside: 256 },
  publications: { heap: 768, beside: 128 },
};

/** @param env the environment of this process by default */
export function startDashboardJobs(kind: keyof typeof jobMemory, env?: NodeJS.ProcessEnv): ChildProcess {
  const limit = `--max-old-space-size=${jobMemory[kind].heap}`;
  const tsx = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
  const program =
    prebuilt === null
      ? [...tsx(), fileURLToPath(new URL('./dashboard-jobs.ts', import.meta.url))]
      : [fileURLToPath(new URL('dashboard-jobs.js', prebuilt))];
  return spawn(process.execPath, [limit, ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Bytes travel as they are.
    serialization: 'advanced',
    ...(env === undefined ? {} : { env }),
  });
}
