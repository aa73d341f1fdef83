// The watcher publishes each kind of change, loses none, never lets access wait for documents, and retries what fails.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { StoreError } from '../../src/errors.ts';
import { folderOutput } from '../support/published-output.ts';
import { startReaders } from '../support/published-readers.ts';
import { readPointer } from '../support/published-school.ts';
import { readRecord, recordPath } from '../support/record-places.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { times } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;

/** A separate connection, as an editor has. */
async function editor(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: open.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function lastSeq(): Promise<number> {
  const { rows } = await sql<{ last: string }>`select last_value as last from pending_change_seq_seq`.execute(
    open.database,
  );
  return Number(rows[0]?.last);
}

test.each([
  ['a version', `update timetable_version set description = 'new' where id = 'north-v1'`],
  ['a unit', `update lesson_unit set period_index = 1 where version_id = 'north-v1'`],
  ['an entity', `update teacher set name = 'Grace'`],
  ['a timetable', `update timetable set name = 'Winter'`],
  ['a deleted version', `delete from timetable_version where id = 'north-v1'`],
  ['an autosave', `update timetable_version set is_autosave = true where id = 'north-v1'`],
  ['an organisation', `update organisation set access = 'suspended' where id = 'north'`],
  ['a deleted organisation', `delete from organisation where id = 'north'`],
  ['a new organisation', `insert into organisation (id, name) values ('west', 'West')`],
  ['a key', `insert into api_key (id, organisation_id, name, sha256) values ('k', 'north', 'K', repeat('c', 64))`],
])('a change of %s reaches the folder', async (_, statement) => {
  const watching = schools.watch();
  await schools.run(statement);
  await schools.settled();
  await watching.stop();
  await schools.expectConverged();
});

/** Milliseconds for which a draft must not have changed before it is published, and after which it is published anyway. */
const debounce = { wait: 300, most: 2_000 };

test('edits of a draft are published together, and wait for no longer than two seconds', async () => {
  await schools.run(
    `update timetable_version set status = 'draft', published_at = null, effective_from = null where id = 'north-v1'`,
  );
  await schools.build();
  const { events } = schools.watch();
  const first = readPointer(schools.folder, 'north').generation;
  const published = () => events.filter((line) => line.startsWith('published north')).length;
  const started = performance.now();
  let began = started;
  let pauses = 0; // longer than the debounce, as may happen on a busy machine
  for (let edit = 0; published() < 2; edit++) {
    const before = began;
    began = performance.now();
    await schools.describe('north-v1', `edit ${edit}`);
    if (performance.now() - before >= debounce.wait) pauses++;
    await sleep(50);
  }
  const bounds = (performance.now() - started) / debounce.most;
  expect(published()).toBeLessThanOrEqual(pauses + bounds + 1);
  await schools.settled();
  expect(readPointer(schools.folder, 'north').generation).toBeGreaterThan(first);
  await schools.expectConverged();
});

test('a change committed while its build runs is published after it', async () => {
  let edited = false;
  const store = steppingStore(schools.store, async ({ path }, moment) => {
    if (edited || moment !== 'before' || path !== recordPath('north')) return;
    edited = true;
    // Not awaited there: the embedded database runs it after the build's transaction.
    const editing = schools.describe('north-v1', 'during the build');
    if (!open.embedded) await editing;
  });
  schools.watch({ store });
  await schools.describe('north-v1', 'before the build');
  await waitUntil('the edit happens', () => edited);
  await schools.settled();
  await sleep(100);
  await schools.settled();
  await schools.expectConverged();
});

test('a failure is retried, shown by status meanwhile, and cleared by success', async () => {
  let broken = true;
  const store = steppingStore(schools.store, ({ path }) => {
    const cause = new Error('ENOSPC: no space left on device');
    if (broken && path.startsWith('organisations/north/')) throw new StoreError('write', path, { cause });
  });
  const { events } = schools.watch({ store });
  await schools.describe('north-v1', 'wanted');
  await schools.describe('south-v1', 'goes on');
  const status = () => readStatus(open.database, schools.store, Date.now(), { only: org('north') });
  const { organisations } = await waitUntil('it has failed twice', async () => {
    const now = await status();
    return (now.organisations[0]?.retries[0]?.failures ?? 0) >= 2 && now;
  });
  expect(organisations[0]?.retries[0]).toMatchObject({ kind: 'documents', error: expect.stringContaining('ENOSPC') });
  expect(organisations[0]?.pending.changes).toBeGreaterThan(0);
  expect(events.some((line) => line.startsWith('published south'))).toBe(true);
  broken = false;
  await schools.settled();
  expect((await status()).organisations[0]?.retries).toEqual([]);
  await schools.expectConverged();
});

describe('with several sessions (needs a server)', { tags: 'server' }, () => {
  test('a long transaction that commits after later ones is published', async () => {
    schools.watch();
    const slow = await editor();
    await slow.query(`begin; update timetable_version set description = 'slow' where id = 'north-v1'`);
    await schools.describe('north-v2', 'later and quicker');
    await schools.settled();
    await slow.query('commit');
    await schools.settled();
    await waitUntil('both are published', () => schools.expectConverged().then(() => true));
  });

  test('a change that is rolled back after its triggers ran is not published', async () => {
    const { events } = schools.watch();
    const slow = await editor();
    await slow.query(`begin; update teacher set name = 'Nobody'; rollback`);
    await schools.describe('south-v1', 'after it');
    await schools.settled();
    expect(events.filter((line) => line.startsWith('published north'))).toEqual([]);
    await schools.expectConverged();
  });

  test('a lock is published while a large build of the same organisation runs', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => {
      release = go;
    });
    onTestFinished(() => release());
    let building = false;
    const store = steppingStore(schools.store, async ({ path }, moment) => {
      if (building || moment !== 'before' || path !== recordPath('north')) return;
      building = true;
      await released;
    });
    const { events } = schools.watch({ store });
    await schools.renameTeacher('north', 'Slow');
    await waitUntil('the build is at its swap', () => building);
    await schools.run(`update organisation set access = 'suspended' where id = 'north'`);
    await waitUntil('the lock is published', () => events.includes('access north'));
    expect(readRecord(schools.folder, 'north').access?.state).toBe('suspended');
    expect(events.filter((line) => line.startsWith('published north'))).toEqual([]);
    release();
    await schools.settled();
    await schools.expectConverged();
  });

  test('more than 100 changes a second to one organisation are published, and every answer meanwhile is complete', async () => {
    const seconds = times(1, 3);
    const readers = await startReaders({
      output: folderOutput(schools.folder),
      keys: new Map([['north', (await schools.newKey('north')).key]]),
    });
    schools.watch();
    // Each change commits in the database itself: a client would be too slow on a busy machine.
    const edit = async (version: string) =>
      (await editor()).query(`do $$ declare stop timestamptz := clock_timestamp() + interval '${seconds} seconds';
        begin
          while clock_timestamp() < stop loop
            update timetable_version set description = clock_timestamp()::text where id = '${version}';
            commit;
            perform pg_sleep(0.001);
          end loop;
        end $$`);
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    onTestFinished(() => {
      process.off('warning', onWarning);
    });
    const before = await lastSeq();
    await Promise.all([edit('north-v1'), edit('north-v2')]);
    expect((await lastSeq()) - before).toBeGreaterThan(seconds * 100);
    await schools.settled();
    expect(warnings).toEqual([]); // of leaked timers or listeners
    await readers.stop();
    await schools.expectConverged();
  });
});
