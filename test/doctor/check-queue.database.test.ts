// What slows or stops publishing in PostgreSQL, each caused for real, and what `doctor` says of it.

import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import {
  selectLockHolders,
  selectOldSnapshots,
  selectWithoutAutovacuum,
} from '../../src/database/queue/publishing-hindrances.ts';
import {
  checkAutovacuum,
  checkLocks,
  checkQueue,
  checkSnapshots,
  checkTimeouts,
} from '../../src/doctor/check-queue.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw(statement).execute(open.database);
beforeEach(() => run('truncate pending_change, changed_version'));

test('all is well in a new database', async () => {
  for (const check of [checkQueue, checkTimeouts, checkLocks])
    expect(await check(open.database)).toMatchObject({ outcome: 'ok', next: null });
});

test.each([
  ['access', 15, 'wrong', /^1 change of access waiting, the oldest for 15 s$/],
  ['organisation', 40, 'ok', /^1 change waiting/],
  ['organisation', 400, 'wrong', /^1 change of documents waiting, the oldest for 400 s$/],
])('a change of %s that has waited for %s s is %s', async (what, seconds, outcome, found) => {
  await run(`insert into pending_change (organisation_id, what, changed_at)
    values ('north', '${what}', clock_timestamp() - interval '${seconds} s')`);
  expect(await checkQueue(open.database)).toMatchObject({ outcome, found: expect.stringMatching(found) });
});

test('autovacuum that is off for a table of the queue; whether the server has it on is its own matter', async () => {
  const onServer = await selectWithoutAutovacuum(open.database);
  await run('alter table pending_change set (autovacuum_enabled = false)');
  expect(await selectWithoutAutovacuum(open.database)).toEqual([...onServer, 'pending_change']);
  expect(await checkAutovacuum({ database: open.database, embedded: false })).toMatchObject({
    outcome: 'limited',
    found: expect.stringMatching(/^is off for .*pending_change: /),
    next: expect.stringContaining('alter table pending_change reset (autovacuum_enabled)'),
  });
  await run('alter table pending_change reset (autovacuum_enabled)');
  expect(await checkAutovacuum({ database: open.database, embedded: true })).toMatchObject({ outcome: 'ok' });
});

describe('on a server', { tags: 'server' }, () => {
  async function session(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: open.connectionString, application_name: 'report' });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  test('a queue that is bloated', { tags: 'long' }, async () => {
    await run('alter table changed_version set (autovacuum_enabled = false)');
    await run(`insert into changed_version (version_id) select 'v' || n from generate_series(1, 150000) n`);
    await run('delete from changed_version');
    await run('truncate pending_change');
    const diagnose = async () => (await checkQueue(open.database)).outcome;
    await expect.poll(diagnose, { timeout: 120_000, interval: 500 }).toBe('limited');
    expect(await checkQueue(open.database)).toMatchObject({
      found: expect.stringMatching(/changed_version takes \d+ MB, with 150,000 deleted rows/),
      next: expect.stringContaining('vacuum (full, analyze) changed_version'),
    });
    await run('alter table changed_version reset (autovacuum_enabled)');
    // Again while another transaction on the server may still see the rows, which keeps them.
    const afterVacuum = () => run('vacuum (full, analyze) changed_version').then(diagnose);
    await expect.poll(afterVacuum, { timeout: 120_000, interval: 500 }).toBe('ok');
  });

  test('an old snapshot is named with its session, and how to end it', async () => {
    const report = await session();
    await report.query('begin isolation level repeatable read');
    const { rows } = await report.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid;
    await expect
      .poll(() => selectOldSnapshots(open.database, 0.01))
      .toContainEqual({
        holder: `process ${pid} (report, idle in transaction)`,
        seconds: expect.any(Number),
        end: `select pg_terminate_backend(${pid})`,
      });
    expect(await checkSnapshots(open.database)).toMatchObject({ outcome: 'ok' }); // it is not ten minutes old
  });

  test('what the role cannot see is not reported as absent', async () => {
    await run('create role belfry_blind_test login; grant select on all tables in schema public to belfry_blind_test');
    onTestFinished(async () => {
      await run('drop owned by belfry_blind_test; drop role belfry_blind_test');
    });
    const url = new URL(open.connectionString);
    url.username = 'belfry_blind_test';
    const blind = await openDatabase({ url: url.href, folder: '' });
    const checked = [await checkSnapshots(blind.database), await checkLocks(blind.database)];
    await blind.close();
    for (const { found } of checked) expect(found).toMatch(/of this role \(those of others are hidden/);
  });

  test('a timeout of the role or the database', async () => {
    const url = new URL(open.connectionString);
    url.searchParams.set('options', '-c statement_timeout=5000 -c lock_timeout=200');
    const limited = await openDatabase({ url: url.href, folder: '' });
    onTestFinished(limited.close);
    // A session of Belfry's has limits of its own, unless a pooler shares it.
    expect(await checkTimeouts(limited.database)).toMatchObject({ outcome: 'ok' });
    await sql`reset statement_timeout`.execute(limited.database);
    expect(await checkTimeouts(limited.database)).toMatchObject({
      outcome: 'limited',
      found: expect.stringMatching(/^statement_timeout is 5000 ms/),
      next: expect.stringContaining('set statement_timeout = 0'),
    });
  });

  test('a lock that is held for long is named with its session, its tables and who waits', async () => {
    const owner = await session();
    await owner.query('begin; lock table pending_change in access exclusive mode');
    const waiting = sql`select from pending_change`.execute(open.database);
    await expect
      .poll(() => selectLockHolders(open.database, 0.01))
      .toEqual([
        {
          pid: expect.any(Number),
          tables: ['pending_change'],
          mode: 'AccessExclusiveLock',
          seconds: expect.any(Number),
          waiting: 1,
        },
      ]);
    expect(await checkLocks(open.database)).toMatchObject({ outcome: 'ok' }); // not held for ten seconds yet
    await owner.query('rollback');
    await waiting;
  });
});
