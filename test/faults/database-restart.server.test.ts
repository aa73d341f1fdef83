// PostgreSQL restarts during a build, as in an upgrade or after a crash.
// @module-tag long

import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  publisherInto,
  runBuild,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { findPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { folderOutput } from '../support/published-output.ts';
import { startReaders } from '../support/published-readers.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

// Only in the run with a server, since both runs would do the same.
const programs = findPostgres();

test.skipIf(programs === null)(
  'a watcher publishes every change although PostgreSQL restarts at each step of a build',
  { tags: 'server' },
  async () => {
    const postgres = await startOwnPostgres(programs ?? '');
    const open = await openDatabase({ url: postgres.connectionString, folder: '' });
    onTestFinished(() => open.close());
    const { database } = open;
    await migrate(database);
    await createSchools(database, ['north', 'south']);
    const folder = await temporaryFolder();
    const publisher = publisherInto(folder);
    await runBuild(publisher, database, 'everything');
    const keys = new Map<string, string>();
    for (const id of ['north', 'south']) keys.set(id, (await newKeyOf(database, publisher, id)).key);
    const readers = await startReaders({ output: folderOutput(folder), keys });

    // One restart at each step of the write order.
    const steps = [/files\/north-v1/, /files\/timetables/, /history\//, /^records\//];
    let restarts = 0;
    let armed: RegExp | undefined;
    const store = steppingStore(publisher.store, ({ path }, moment) => {
      if (moment !== 'before' || armed === undefined || !armed.test(path)) return;
      armed = undefined;
      restarts += 1;
      postgres.restart();
    });
    const { events } = startWatch(publisherInto(store), open);
    for (const [index, step] of steps.entries()) {
      armed = step;
      // The name, since the list contains it too.
      await waitUntil('the edit is committed', async () => {
        await database
          .updateTable('timetable')
          .set({ name: `edit ${index}` })
          .where('id', '=', 'north-g')
          .execute();
        return true;
      });
      await waitUntil('the server is restarted', () => restarts > index);
      await untilQueueIsEmpty(database);
      await describeVersion(database, 'south-v1', `edit ${index}`);
    }
    await untilQueueIsEmpty(database);
    expect(restarts).toBe(steps.length);
    expect(events.some((line) => line.startsWith('failed'))).toBe(true);
    await readers.stop();
    await expectConverged(database, folder);
  },
);
