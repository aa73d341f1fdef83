// What an operator reads when PostgreSQL refuses a statement: which one, which setting, what next. Real servers send the errors.

import { inspect } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, defaultLimits, openDatabase } from '../../../src/database/connect/open-database.ts';
import { explainError } from '../../../src/database/connect/postgres-errors.ts';
import { enqueueUnlessReadOnly, moveChangedVersions } from '../../../src/database/queue/changed-versions.ts';
import {
  exitCodeOf,
  exitCodes,
  LockTimeoutError,
  ReadOnlyDatabaseError,
  StatementTimeoutError,
} from '../../../src/errors.ts';
import { useTestDatabase } from '../../support/test-database.ts';

// The embedded server has one session, so its statements neither wait for locks nor are cut off.
describe('a session with a setting of its own', { tags: 'server' }, () => {
  const open = useTestDatabase();

  async function openWith(setting: string, limits = defaultLimits): Promise<Database> {
    const url = new URL(open.connectionString);
    url.searchParams.set('options', `-c ${setting}`);
    const { database, close } = await openDatabase({ url: url.href, folder: '', limits });
    onTestFinished(close);
    return database;
  }

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  test('statement_timeout: the statement, the setting and the remedy', async () => {
    const database = await openWith('application_name=limited', { statement: 50, lock: 10_000 });
    const error = await failureOf(sql`select pg_sleep(10), ${'secret-value'}::text`.execute(database));
    expect(error).toBeInstanceOf(StatementTimeoutError);
    expect(exitCodeOf(error)).toBe(exitCodes.outOfReach);
    expect(String(error)).toMatch(/cut off `select pg_sleep\(10\), \$1::text` .*it took too long.*doctor/);
  });

  test('a cancelled statement has the same SQLSTATE, and the message says so', async () => {
    const database = await openWith('application_name=to-be-cancelled');
    const running = failureOf(sql`select pg_sleep(10)`.execute(database));
    const cancel = sql<{ done: boolean }>`select pg_cancel_backend(pid) as done from pg_stat_activity
      where query = 'select pg_sleep(10)' and state = 'active'`;
    await expect.poll(async () => (await cancel.execute(open.database)).rows).toEqual([{ done: true }]);
    expect(String(await running)).toMatch(/user request.*or was cancelled/);
  });

  test('a row that is refused is in the error for those who ask for it, and in no line of a log', async () => {
    const row = sql`insert into organisation (id, name, locked_because) values ('Planted', 'Planted', 'Planted')`;
    const error = await failureOf(row.execute(open.database));
    expect(error).toMatchObject({ code: '23514', detail: expect.stringContaining('Planted') });
    const lines: string[] = [];
    pino({}, { write: (line) => lines.push(line) }).error({ err: error }, 'failed');
    expect([inspect(error), ...lines].filter((line) => line.includes('Planted'))).toEqual([]);
    expect(lines.join()).toContain('"constraint"');
  });

  test('lock_timeout: who to look for', async () => {
    const database = await openWith('application_name=limited', { statement: 10_000, lock: 50 });
    const error = await open.database.transaction().execute(async (editor) => {
      await sql`lock table changed_version in access exclusive mode`.execute(editor);
      return failureOf(moveChangedVersions(database));
    });
    expect(error).toBeInstanceOf(LockTimeoutError);
    expect(exitCodeOf(error)).toBe(exitCodes.outOfReach);
    expect(String(error)).toMatch(/waiting for a lock in `with batch as .*doctor/);
  });

  test.each([
    ['statement_timeout=50', 'statement_timeout', '55s'],
    ['lock_timeout=1', 'lock_timeout', '10s'],
    ['row_security=on', 'row_security', 'off'],
    ['jit=on', 'jit', 'off'],
  ])('%s of the role or the database does not count', async (setting, name, value) => {
    const database = await openWith(setting);
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
    expect(rows).toEqual([{ value }]);
  });

  test('a session that only reads: a publisher fails, a report goes on', async () => {
    const database = await openWith('default_transaction_read_only=on');
    const error = await failureOf(moveChangedVersions(database));
    expect(error).toBeInstanceOf(ReadOnlyDatabaseError);
    expect(exitCodeOf(error)).toBe(exitCodes.outOfReach);
    expect(String(error)).toMatch(/only reads.*set DATABASE_URL to the primary/);
    await enqueueUnlessReadOnly(database);
  });
});

test('a long statement is cut to its first words', () => {
  const statement = `select\n  ${Array.from({ length: 50 }, (_, index) => `"column_${index}"`).join(', ')} from t`;
  const cause = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  const { message } = explainError(cause, { address: 'db:5432/x', role: 'belfry' }, statement) as Error; // it returns what it was thrown
  expect(message).toMatch(/cut off `select column_0, column_1, [^`]{1,50}\.\.\.`/);
});
