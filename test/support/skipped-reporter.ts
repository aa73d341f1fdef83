// Closes a run with what it left out for want of a PostgreSQL server, so that nobody takes a skipped guarantee for a kept one.

import type { Reporter, TestModule } from 'vitest/node';

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const skipped = tests.filter(({ tags }) => tags.includes('server')).length;
    if (process.env['DATABASE_URL'] || skipped === 0) return;
    console.log(
      `${skipped} tests were skipped, since they need a PostgreSQL server. To run them (each file makes a database of its own):\n` +
        '  DATABASE_URL=postgres://USER@HOST/DATABASE npx vitest run --project server --project database\n',
    );
  }
}
