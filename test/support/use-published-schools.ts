// Where most fault tests begin: schools in the test file's database, published anew before each test, and what a test does with
// them. `over` replaces a part of the publisher: a store that fails, a clock that is ahead.

import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { Store } from '../../src/store/store.ts';
import type { BuildReport, Plan, Publisher } from './belfry.ts';
import { expectConverged } from './expect-converged.ts';
import * as schools from './fault-schools.ts';
import { outputKinds, type PublishedOutput } from './published-output.ts';
import type { Readers } from './published-readers.ts';
import { type RunningWatch, startWatch } from './start-watch.ts';
import { useTestDatabase } from './test-database.ts';

type Over = Partial<Publisher>;

export type PublishedSchools = {
  readonly open: OpenDatabase;
  /** Of the current test, as all that follows. */
  readonly output: PublishedOutput;
  readonly store: Store;
  /** Where it is a folder. */
  readonly folder: string;
  readonly publisher: Publisher;
  /** Builds what is pending. @throws the first failure of an organisation */
  build(plan?: Plan, over?: Over): Promise<BuildReport>;
  watch(over?: Over, open?: OpenDatabase): RunningWatch;
  newKey(id: string): Promise<{ id: string; key: string }>;
  /** Readers of these schools, by default of all. */
  readers(ids?: readonly string[], allowed?: readonly number[]): Promise<Readers>;
  /** Commits statements, as an editor or the dashboard does. */
  run(statements: string): Promise<unknown>;
  describe(versionId: string, description: string): Promise<void>;
  renameTeacher(id: string, name: string): Promise<void>;
  pending(): Promise<number>;
  settled(): Promise<boolean>;
  endLeases(): Promise<unknown>;
  /** @throws when the published output is not what a full build of the database writes */
  expectConverged(): Promise<void>;
};

/** For a test file, or for the `describe` that calls this. @param make a new, empty output for each test; by default a folder */
export function usePublishedSchools(
  ids: readonly string[],
  make: (() => Promise<PublishedOutput>) | undefined = outputKinds[0]?.make,
): PublishedSchools {
  const open = useTestDatabase();
  let now: { output: PublishedOutput; publisher: Publisher } | undefined;
  beforeEach(async () => {
    const output = await make?.();
    now = output && { output, publisher: await schools.publishSchools(open.database, ids, output.store) };
  });
  const published = () => {
    if (now === undefined) throw new Error('schools are published for hooks and tests only');
    return now;
  };
  const publisherWith = (over: Over): Publisher => ({ ...published().publisher, ...over });
  return {
    open,
    get output() {
      return published().output;
    },
    get store() {
      return published().output.store;
    },
    get folder() {
      return published().output.variables['BELFRY_OUT'] ?? '';
    },
    get publisher() {
      return published().publisher;
    },
    build: (plan = 'due', over = {}) => schools.runBuild(publisherWith(over), open.database, plan),
    watch: (over = {}, through = open) => startWatch(publisherWith(over), through),
    newKey: (id) => schools.newKeyOf(open.database, published().publisher, id),
    readers: (of = ids, allowed = []) => schools.readersOf(open.database, of, published().output, allowed),
    run: (statements) => sql.raw(statements).execute(open.database),
    describe: (versionId, text) => schools.describeVersion(open.database, versionId, text),
    renameTeacher: (id, name) => schools.renameTeacher(open.database, id, name),
    pending: () => schools.pendingCount(open.database),
    settled: () => schools.untilQueueIsEmpty(open.database),
    endLeases: () => schools.endLeases(open.database),
    expectConverged: () => expectConverged(open.database, published().output.store),
  };
}
