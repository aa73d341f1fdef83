import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Real processes on a shared machine: a check of a whole commit tries what failed once more, and says so.
    retry: process.env['CI'] ? 1 : 0,
  },
});
