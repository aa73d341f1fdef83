// Each statement of each publication in turn is cut off: by a timeout, while it waits for a lock, with its connection. Nothing is
// lost: what readers get stays, and the next publication does all of the work.
// @module-tag long

import { cp } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connect/open-database.ts';
import { OperatorError, reasonOf } from '../../src/errors.ts';
import { build, type Publisher } from '../support/belfry.ts';
import { cuts, cuttingDatabase } from '../support/cutting-database.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { pendingCount, publisherInto, publishSchools, runBuild } from '../support/fault-schools.ts';
import { keepTables } from '../support/keep-tables.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { everyOr } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const changes = {
  'a version and its deletion': `update timetable_version set description = 'new' where id = 'north-v1'; delete from timetable_version where id = 'north-v2'`,
  'a revoked key': `insert into api_key (id, organisation_id, name, sha256) values ('k', 'north', 'K', repeat('c', 64));
    update api_key set revoked_at = now() where id = 'k'`,
  'a deleted organisation': `delete from organisation where id = 'south'`,
};

describe('cut off (needs a server)', { tags: 'server' }, () => {
  const open = useTestDatabase();
  let published: string;
  let keptRows: () => Promise<void>;
  let folder: string;
  let publisher: Publisher;
  beforeAll(async () => {
    published = await temporaryFolder(whenFileEnds);
    await publishSchools(open.database, ['north', 'south', 'west'], published);
    keptRows = await keepTables(open.database);
  });

  /** The rows and the published output of the beginning. */
  async function begin(): Promise<void> {
    await keptRows();
    folder = await temporaryFolder();
    await cp(published, folder, { recursive: true });
    publisher = publisherInto(folder);
  }

  const run = (statement: string) => sql.raw(statement).execute(open.database);

  /** Publishes what is pending. @returns what failed */
  async function publish(publisher: Publisher, database: Database): Promise<unknown[]> {
    try {
      const { failures } = await build(publisher, database, 'due');
      return failures.map(({ error }) => error);
    } catch (error) {
      return [error];
    }
  }

  for (const [name, change] of Object.entries(changes))
    test.each(Object.keys(cuts) as (keyof typeof cuts)[])(`${name}: every statement by a %s`, async (cut) => {
      await begin();
      await run(change);
      const whole = cuttingDatabase(open, 0, cut);
      await publish(publisher, whole.database);
      const statements = whole.count();
      expect(statements).toBeGreaterThan(10);
      for (const at of everyOr(statements, 8)) {
        await begin();
        await run(change);
        const failures = await publish(publisher, cuttingDatabase(open, at, cut).database);
        // What an operator meets is a sentence, not a stack.
        for (const error of failures) expect(error, `${at}: ${reasonOf(error)}`).toBeInstanceOf(OperatorError);
        await runBuild(publisher, open.database);
        expect(await pendingCount(open.database), `statement ${at}`).toBe(0);
        await expectConverged(open.database, folder);
      }
    });

  test.each(Object.keys(cuts) as (keyof typeof cuts)[])(
    'a watcher goes on after any statement is cut off by a %s',
    async (cut) => {
      for (const at of everyOr(60, 6)) {
        await begin();
        const { database } = cuttingDatabase(open, at, cut);
        const watching = startWatch(publisher, { ...open, database });
        await run(changes['a version and its deletion']);
        await run(changes['a revoked key']);
        await waitUntil(
          `all is published although statement ${at} failed`,
          async () => (await pendingCount(open.database)) === 0,
        );
        await watching.stop();
        await expectConverged(open.database, folder);
      }
    },
  );
});
