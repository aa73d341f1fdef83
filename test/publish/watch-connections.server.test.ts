// A watcher whose connections to PostgreSQL are cut, go silent, or are refused for a while.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/database/connect/listen.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { recordPath } from '../support/record-places.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a watcher (needs a server, whose connections can break)', { tags: 'server' }, () => {
  const schools = usePublishedSchools(['north']);
  const { open } = schools;

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
    const { events } = schools.watch({}, far);
    for (let round = 0; round < 10; round++) {
      await schools.describe('north-v1', `round ${round}`);
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
    await schools.settled();
    expect(events.some((line) => line.startsWith('polling: cannot listen'))).toBe(true);
    await schools.expectConverged();
  });

  test('whose connections go silent replaces them', async () => {
    const { proxy, far } = await throughProxy(2_000);
    const watching = schools.watch({}, far);
    await schools.describe('north-v1', 'heard');
    await schools.settled();
    // Otherwise PostgreSQL, which does not notice the silence, would hold the lease until its idle timeout.
    await waitUntil('no lease is held', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
        open.database,
      );
      return rows.length === 0;
    });
    proxy.freeze();
    await schools.describe('north-v1', 'while frozen');
    await schools.settled();
    await waitUntil('the listener is replaced too', () =>
      watching.events.some((line) => line.startsWith('polling: cannot listen')),
    );
    await watching.stop();
    await schools.expectConverged();
  });

  test('stops although its connections are silent', async () => {
    const { proxy, far } = await throughProxy(2_000);
    const watching = schools.watch({}, far);
    await schools.describe('north-v1', 'heard');
    await schools.settled();
    proxy.freeze();
    await sleep(300);
    await watching.stop();
  });

  test('whose connections are closed during a build and refused for 1.5 s publishes afterwards', async () => {
    const { proxy, far } = await throughProxy();
    let cut = false;
    const store = steppingStore(schools.store, ({ path }, moment) => {
      if (cut || moment !== 'before' || path !== recordPath('north')) return;
      cut = true;
      proxy.refuse();
    });
    const { events } = schools.watch({ store }, far);
    await schools.describe('north-v1', 'during the restart');
    await waitUntil('the build is cut', () => cut);
    await sleep(1_500);
    proxy.accept();
    await schools.settled();
    expect(events.some((line) => line.startsWith('failed'))).toBe(true);
    await schools.expectConverged();
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
    await schools.describe('north-v1', 'missed');
    proxy.accept();
    await waitUntil('the new connection wakes', () => wakes >= 2);
  });

  test('an answer that arrives while the thread is busy with a document is read, however long that takes', async () => {
    const far = await openDatabase({ url: open.connectionString, folder: '', idleTimeout: 300 });
    onTestFinished(() => far.close());
    await sql`select 1`.execute(far.database);
    const asked = sql`select 'heard' as answer from pg_sleep(0.1)`.execute(far.database);
    await nextTurn(); // it is sent
    for (const end = performance.now() + 900; performance.now() < end; );
    expect((await asked).rows).toEqual([{ answer: 'heard' }]);
  });
});
