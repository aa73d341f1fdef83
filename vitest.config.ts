import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { sortTests } from './test/support/sort-tests.ts';

const { quick, whole } = sortTests();

// The tests write and sync much, and memory does it faster than a disk.
if (process.env['TMPDIR'] === undefined && existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores it is meant for: most files wait for processes that they have started.
    maxWorkers: 3,
    // Each worker imports a module once, not once for each test file, which took a tenth of a run. So no file may leave
    // behind what another could notice: variables, listeners, a clock, what a module remembers.
    isolate: false,
    setupFiles: 'test/support/after-each-file.ts',
    // Waited out only when something is wrong: a machine may be slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'quick', include: quick } },
      { extends: true, test: { name: 'whole', include: whole, globalSetup: 'test/support/global-setup.ts' } },
    ],
  },
});
