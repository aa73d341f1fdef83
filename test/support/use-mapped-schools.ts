// Schools whose tables are read through views, in a schema of its own, as a vendor has them: `usePublishedSchools`, and a connection
// that finds the views first.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { ensureDatabaseId } from '../../src/database/store-binding.ts';
import { recordRelations, relationsOf } from '../../src/database/views/source-relations.ts';
import { type PublishedSchools, usePublishedSchools } from './use-published-schools.ts';

type MappedSchools = {
  schools: PublishedSchools;
  /** Reads through the views, as a publisher does. */
  mapped(): OpenDatabase;
  /** Creates a view, or gives it its rows back. */
  restoreView(name: string): Promise<unknown>;
  urlOf(searchPath: string): string;
};

/** For a test file. The views are created, and recorded as what is published, before each test. */
export function useMappedSchools(ids: readonly string[]): MappedSchools {
  const schools = usePublishedSchools(ids);
  const { open, run } = schools;
  const urlOf = (searchPath: string) => {
    const url = new URL(open.connectionString);
    url.searchParams.set('options', `-c search_path=${searchPath}`);
    return url.href;
  };
  const viewOf = (name: string) => `create or replace view school."${name}" as table public."${name}"`;
  let through: OpenDatabase | undefined;
  const mapped = () => {
    if (through === undefined) throw new Error('the views can be read in hooks and tests only');
    return through;
  };
  beforeAll(async () => {
    through = await openDatabase({ url: urlOf('school,public'), folder: '' });
  });
  afterAll(() => through?.close());
  beforeEach(async () => {
    await run(`create schema school; ${relationsOf.all.map(viewOf).join(';\n')}`);
    await ensureDatabaseId(open.database, 'a-database');
    await recordRelations(mapped().database);
  });
  afterEach(() => run('update store_binding set relations = null; drop schema school cascade'));
  return { schools, mapped, restoreView: (name) => run(viewOf(name)), urlOf };
}
