import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { asksForPrograms, programsModule } from './test/support/ready-programs.ts';
import { level } from './test/support/thoroughness.ts';

// The tests write and sync much, and memory does it faster than a disk.
if (process.env['TMPDIR'] === undefined && existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

/** By default a test that hangs is told soon. A thorough run tries up to 25 times as many cases, a nightly one ten times those. */
const seconds = (count: number) => count * 1000 * (level >= 1 ? 5 * level : 1);

const shared: TestProjectInlineConfiguration['test'] = {
  pool: 'forks',
  // Each worker imports a module once, not once for each test file, which took a tenth of a run. So no file may leave
  // behind what another could notice: variables, listeners, a clock, what a module remembers.
  isolate: false,
  setupFiles: 'test/support/after-each-file.ts',
  // How long a page or a process may take to show what a test waits for.
  expect: { poll: { timeout: seconds(15) } },
  testTimeout: seconds(60),
  hookTimeout: seconds(120),
  tags: [
    { name: 'long', description: 'runs dozens of processes, or one rule hundreds of times', timeout: seconds(300) },
    { name: 'slow', description: 'takes many seconds: `npm test` leaves it to `npm run test:all`' },
    {
      name: 'server',
      description: 'needs the PostgreSQL server in DATABASE_URL: its roles, or several sessions at once',
      skip: !process.env['DATABASE_URL'],
    },
  ],
};

// The name of a file says what its tests need.
const system = 'test/**/*.system.test.ts'; // other programs: Belfry's commands, a browser, an object store, a proxy
const server = 'test/**/*.server.test.ts'; // a PostgreSQL server, and not the embedded database
const database = [
  'test/**/*.database.test.ts', // PostgreSQL: the embedded database, or the server in DATABASE_URL
  'test/{database,faults,publish}/**/*.test.ts', // in these rooms nearly all need it
];
const quick = 'test/**/*.test.ts'; // all others: memory, files and sockets

const readyPrograms = {
  name: 'ready programs',
  enforce: 'pre',
  resolveId: (path: string, importer?: string) => (asksForPrograms(path, importer) ? '\0ready-programs' : undefined),
  load: (id: string) => (id === '\0ready-programs' ? programsModule : undefined),
} as const;

const project = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  plugins: [readyPrograms],
  test: { ...shared, ...test },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    reporters: ['default', './test/support/skipped-reporter.ts'],
    // One more than the cores it is meant for: most files wait for processes that they have started.
    maxWorkers: 3,
    projects: [
      project({ name: 'database', include: database, exclude: [system, server] }),
      project({ name: 'quick', include: [quick], exclude: [...database, system, server] }),
      project({ name: 'server', include: [server] }),
      project({ name: 'system', include: [system] }),
    ],
  },
});
