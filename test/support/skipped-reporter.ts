// Closes a run with what it left out, so that nobody takes a skipped guarantee for a kept one.

import type { Reporter, TestModule, Vitest } from 'vitest/node';

export default class SkippedReporter implements Reporter {
  #hasSystem = true;

  onInit({ projects }: Vitest): void {
    this.#hasSystem = projects.some(({ name }) => name === 'system');
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const skipped = tests.filter(({ tags }) => tags.includes('server')).length;
    if (!process.env['DATABASE_URL'] && skipped > 0)
      console.log(
        `${skipped} tests were skipped, since they need a PostgreSQL server. To run them (each file makes a database of its own):\n` +
          '  DATABASE_URL=postgres://USER@HOST/DATABASE npx vitest run --project server --project database\n',
      );
    if (!this.#hasSystem)
      console.log(
        'The slow tests, and those in a browser, over an object store, behind proxies and of whole programs were left out. To run everything:\n' +
          '  npm run test:all\n',
      );
  }
}
