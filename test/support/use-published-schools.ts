// The start of most fault tests: schools in the test file's database, published into a new folder before each test.

import { beforeEach } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { Publisher } from './belfry.ts';
import { publishSchools } from './fault-schools.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { useTestDatabase } from './test-database.ts';

export type PublishedSchools = {
  readonly open: OpenDatabase;
  /** The folder of the current test. */
  readonly folder: string;
  readonly publisher: Publisher;
};

/** For a test file, or for the `describe` that calls this. Each test begins with new schools. */
export function usePublishedSchools(ids: readonly string[]): PublishedSchools {
  const open = useTestDatabase();
  let now: { folder: string; publisher: Publisher } | undefined;
  beforeEach(async () => {
    const folder = await temporaryFolder();
    now = { folder, publisher: await publishSchools(open.database, ids, folder) };
  });
  const published = () => {
    if (now === undefined) throw new Error('schools are published for hooks and tests only');
    return now;
  };
  return {
    open,
    get folder() {
      return published().folder;
    },
    get publisher() {
      return published().publisher;
    },
  };
}
