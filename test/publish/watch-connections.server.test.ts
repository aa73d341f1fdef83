// A watcher whose connections to PostgreSQL are cut, go silent, or are refused for a while.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/database/connect/listen.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import type { Publisher } from '../support/belfry.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { describeVersion, publisherInto, publishSchools, untilQueueIsEmpty } from '../support/fault-schools.ts';
import { recordPath } from '../support/record-places.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a watcher (needs a server, whose connections can break)', { tags: 'server' }, () => {
  let open: OpenDatabase;
  let folder: string;
  let publisher: Publisher;

  beforeAll(async () => {
    open = await openTestDatabase();
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    folder = await temporaryFolder();
    publisher = await publishSchools(open.database, ['north'], folder);
  });

  const settled = () => untilQueueIsEmpty(open.database);

  /** The database through a proxy; `idleTimeout` as in `openDatabase`. */
  async function throughProxy(idleTimeout = 60_000) {
    const proxy = await databaseProxy(open.connectionString);
    const far = await openDatabase({ url: proxy.connectionString, folder: '', idleTimeout });
    onTestFinished(() => far.close());
    return { proxy, far };
  }

  test('whose connections are terminated ten times publishes every change and listens again', async () => {
    const far = await openDatabase({ url: open.connectionString, folder: '' });
    onTestFinished(() => far.close());
    const { events } = startWatch(publisher, far);
    for (let round = 0; round < 10; round++) {
      await describeVersion(open.database, 'north-v1', `round ${round}`);
      await sleep(Math.random() * 100);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
        .execute(open.database)
        .catch(() => {});
    }
    await waitUntil('it listens again', async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and application_name = 'belfry listener'`.execute(open.database);
      return rows.length === 1;
    });
    await settled();
    expect(events.some((line) => line.startsWith('polling: cannot listen'))).toBe(true);
    await expectConverged(open.database, folder);
  });

  test('whose connections go silent replaces them', async () => {
    const { proxy, far } = await throughProxy(2_000);
    const watching = startWatch(publisher, far);
    await describeVersion(open.database, 'north-v1', 'heard');
    await settled();
    // Otherwise PostgreSQL, which does not notice the silence, would hold the lease until its idle timeout.
    await waitUntil('no lease is held', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
        open.database,
      );
      return rows.length === 0;
    });
    proxy.freeze();
    await describeVersion(open.database, 'north-v1', 'while frozen');
    await settled();
    await waitUntil('the listener is replaced too', () =>
      watching.events.some((line) => line.startsWith('polling: cannot listen')),
    );
    await watching.stop();
    await expectConverged(open.database, folder);
  });

  test('stops although its connections are silent', async () => {
    const { proxy, far } = await throughProxy(2_000);
    const watching = startWatch(publisher, far);
    await describeVersion(open.database, 'north-v1', 'heard');
    await settled();
    proxy.freeze();
    await sleep(300);
    await watching.stop();
  });

  test('whose connections are closed during a build and refused for 1.5 s publishes afterwards', async () => {
    const { proxy, far } = await throughProxy();
    let cut = false;
    const store = steppingStore(publisher.store, ({ path }, moment) => {
      if (cut || moment !== 'before' || path !== recordPath('north')) return;
      cut = true;
      proxy.refuse();
    });
    const { events } = startWatch(publisherInto(store), far);
    await describeVersion(open.database, 'north-v1', 'during the restart');
    await waitUntil('the build is cut', () => cut);
    await sleep(1_500);
    proxy.accept();
    await settled();
    expect(events.some((line) => line.startsWith('failed'))).toBe(true);
    await expectConverged(open.database, folder);
  });

  test('is woken by a new listening connection, since notifications may have been missed before it', async () => {
    const { proxy } = await throughProxy();
    const stop = new AbortController();
    let wakes = 0;
    const { database } = open;
    const onChange = () => wakes++;
    const { connectionString } = proxy;
    const listening = listen({ connectionString, database, onChange, onListening() {} }, stop.signal);
    onTestFinished(() => {
      stop.abort();
      return listening;
    });
    await waitUntil('it listens', () => wakes === 1);
    proxy.refuse();
    await describeVersion(open.database, 'north-v1', 'missed');
    proxy.accept();
    await waitUntil('the new connection wakes', () => wakes >= 2);
  });
});
