// One school's documents stop nobody: while the worst of them is published, the revocations of another school arrive, its own
// documents too, and the watcher ends when it is told to.

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenOf } from '../support/children-of.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { readRecord } from '../support/record-places.ts';
import { type CommandEnvironment, commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { storedKinds, storeWorstDocument } from '../support/store-worst-document.ts';
import { ifThorough, nightly, thorough } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Two kinds that take long in different steps, or all; and their bytes of JSON in the database. */
const worst = nightly
  ? storedKinds
  : ['all units at one time in one class, each of its own lesson', ...ifThorough(['all references broken'])];
const size = thorough ? undefined : 4 * 1024 * 1024;

describe('a watcher (needs a server)', { tags: 'server' }, () => {
  const schools = usePublishedSchools(['north', 'south']);
  const { open } = schools;

  async function startWatch() {
    const environment: CommandEnvironment = { ...commandEnvironment(open, schools.folder), LOG_LEVEL: 'warn' };
    await runLine('bind --force', environment);
    const watching = startCommand('watch', [], environment);
    await schools.describe('south-v1', 'before');
    await schools.settled();
    return watching;
  }

  /** Revokes a new key of south. @returns milliseconds from the commit until servers refuse it */
  async function revoke(): Promise<number> {
    const key = await schools.newKey('south');
    await sql`update api_key set revoked_at = now() where id = ${key.id}`.execute(open.database);
    const committed = performance.now();
    const isRevoked = () => readRecord(schools.folder, 'south').access?.keys[hashOfKey(key.key)]?.revoked === true;
    while (!isRevoked()) {
      if (performance.now() - committed > 60_000) throw new Error('a revocation did not arrive within a minute');
      await sleep(2);
    }
    return performance.now() - committed;
  }

  const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

  test('60,000 lesson units at one time in one class: revocations of another school arrive meanwhile, and SIGTERM ends it', async () => {
    const watching = await startWatch();
    const quiet: number[] = [];
    for (let round = 0; round < 10; round++) quiet.push(await revoke());
    await schools.run(`insert into lesson_unit (version_id, local_id, position, lesson_local_id, day_id, period_index, locked,
        teacher_ids, class_ids, subject_ids, room_ids, student_ids)
      select version_id, 'lu_more' || number, 1000 + number, lesson_local_id, day_id, period_index, false,
        teacher_ids, class_ids, subject_ids, room_ids, '{}'
      from generate_series(1, 60000) number, lateral (
        select * from lesson_unit where version_id = 'north-v1' and day_id is not null order by position limit 1) unit`);
    const meanwhile: number[] = [];
    let isPublished = false;
    const published = schools.settled().then(() => {
      isPublished = true;
    });
    do meanwhile.push(await revoke());
    while (!isPublished || meanwhile.length < 10);
    await published;
    await schools.settled();
    // On an idle machine both are some 10 ms; a machine of the tests is busy.
    expect(median(meanwhile)).toBeLessThan(500 + 10 * median(quiet));
    await schools.expectConverged();
    const started = performance.now();
    watching.child.kill('SIGTERM');
    expect((await watching.finished).code).toBe(0);
    // Less than the time after which a process that does not end would be killed.
    expect(performance.now() - started).toBeLessThan(7_500);
  });

  test.each(worst)('%s, as large as a publisher reads: the same', { tags: 'long', timeout: 300_000 }, async (kind) => {
    const watching = await startWatch();
    const quiet: number[] = [];
    for (let round = 0; round < 10; round++) quiet.push(await revoke());
    await storeWorstDocument(open.database, 'north', kind, size);
    const meanwhile: number[] = [];
    do meanwhile.push(await revoke());
    while ((await stateOf('north-worst')) === 'pending' || meanwhile.length < 10);
    expect(median(meanwhile)).toBeLessThan(500 + 10 * median(quiet));
    expect(['served', 'withheld']).toContain(await stateOf('north-worst'));
    // It is told to end while it is at work on the document again.
    await schools.describe('north-worst', 'again');
    await revoke();
    const started = performance.now();
    watching.child.kill('SIGTERM');
    expect((await watching.finished).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  async function stateOf(version: string): Promise<string | undefined> {
    const { rows } = await sql<{ state: string }>`
      select state from version_publication where version_id = ${version}`.execute(open.database);
    return rows[0]?.state;
  }

  test('an editor who locks the versions holds back no revocation', async () => {
    await startWatch();
    const times = await open.database.transaction().execute(async (editor) => {
      await sql`lock table timetable_version, lesson_unit, teacher in access exclusive mode`.execute(editor);
      const found: number[] = [];
      for (let round = 0; round < 10; round++) found.push(await revoke());
      // Long enough for a heartbeat, which needs none of these tables either.
      const before = await readFile(`${schools.folder}/publisher.json`, 'utf8');
      await waitUntil(
        'a heartbeat',
        async () => (await readFile(`${schools.folder}/publisher.json`, 'utf8')) !== before,
      );
      return found;
    });
    expect(Math.max(...times)).toBeLessThan(2_000);
  });

  test('a suspended process of documents holds back no revocation', async () => {
    const { child } = await startWatch();
    const documents = await childOf(child.pid ?? 0);
    process.kill(documents, 'SIGSTOP');
    try {
      const times = [];
      for (let round = 0; round < 10; round++) times.push(await revoke());
      expect(Math.max(...times)).toBeLessThan(2_000);
    } finally {
      process.kill(documents, 'SIGCONT');
    }
    await schools.describe('south-v1', 'after');
    await schools.settled();
    await schools.expectConverged();
  });

  test('a killed process of documents is started again, and what it was doing is done', async () => {
    const { child } = await startWatch();
    const documents = await childOf(child.pid ?? 0);
    await schools.run(`update teacher set name = 'Grace'`);
    process.kill(documents, 'SIGKILL');
    await schools.settled();
    await schools.expectConverged();
  });

  test('100,000 changed versions, and a role that allows a statement a second, stop neither revocations nor status', {
    timeout: 120_000, // the watcher moves all of them, a thousand with each statement
  }, async () => {
    await schools.run(`alter role current_user in database ${await currentDatabase()} set statement_timeout = '1s'`);
    await startWatch();
    await schools.run(`insert into changed_version (transaction_id, version_id, transaction_began)
      select pg_current_xact_id(), 'north-v1', now() + number * interval '1 microsecond' from generate_series(1, 100000) number`);
    const times = [];
    for (let round = 0; round < 10; round++) times.push(await revoke());
    expect(Math.max(...times)).toBeLessThan(2_000);
    expect((await runLine('status', commandEnvironment(open, schools.folder))).code).toBe(0);
    await schools.settled();
    await schools.expectConverged();
  });

  afterEach(async () => {
    await schools.run(`alter role current_user in database ${await currentDatabase()} reset statement_timeout`);
  });

  async function currentDatabase(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(open.database);
    return rows[0]?.name ?? '';
  }
});

const childOf = (pid: number) => waitUntil('the process of documents', () => childrenOf(pid)[0]);
