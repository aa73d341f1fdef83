// The statement in which an idle watcher waits. It must find every commit, also those of transactions that began long before, and
// it must look at no table while nothing is committed: that is what makes waiting cheap.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/database/connect/open-database.ts';
import { readSeen, waitForChanges } from '../../../src/database/queue/wait-for-changes.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(() => sql`truncate pending_change, changed_version`.execute(open.database));

const enter = {
  access: sql`insert into pending_change (organisation_id, what) values ('north', 'access')`,
  key: sql`insert into pending_change (organisation_id, what) values ('north', 'key')`,
  list: sql`insert into pending_change (organisation_id, what) values ('north', 'list')`,
  calendar: sql`insert into pending_change (organisation_id, what) values ('north', 'calendar')`,
  version: sql`insert into changed_version (version_id) values ('north-v1')`,
};

test.each([
  ['access', 'access', true],
  ['key', 'access', true],
  ['list', 'access', false],
  ['version', 'access', false],
  ['access', 'documents', false],
  ['list', 'documents', true],
  ['version', 'documents', true],
  ['calendar', 'access', false],
  ['calendar', 'documents', false],
  ['calendar', 'derived', true],
  ['version', 'derived', false],
  ['key', 'derived', false],
] as const)('a change of %s, for who waits for %s: found is %s, and once', async (what, work, found) => {
  const seen = await readSeen(open.database);
  await enter[what].execute(open.database);
  const first = await waitForChanges(open.database, work, seen, 0, 10);
  expect(first.found).toBe(found);
  expect((await waitForChanges(open.database, work, first.seen, 0, 10)).found).toBe(false);
});

describe.skipIf(inject('serverUrl') === null)('with several sessions (needs a server)', () => {
  /** A transaction that has changed something, and commits when told to. */
  async function begin(what: keyof typeof enter) {
    const other = await openDatabase({ url: open.connectionString, folder: '' });
    let commit = () => {};
    let hasChanged = false;
    const told = new Promise<void>((go) => {
      commit = go;
    });
    const ended = other.database
      .transaction()
      .execute(async (transaction) => {
        await enter[what].execute(transaction);
        hasChanged = true;
        await told;
      })
      .finally(() => other.close());
    const end = async () => {
      commit();
      await ended;
    };
    onTestFinished(end);
    await waitUntil('it has changed something', () => hasChanged);
    return end;
  }

  test.each([0, 1, 2])('of three that ran at the last look, the commit of number %i is found', async (index) => {
    const commits = [await begin('version'), await begin('version'), await begin('version')];
    await (await begin('access'))(); // a later one has ended, so the snapshot lists the three
    const seen = await readSeen(open.database);
    expect((await waitForChanges(open.database, 'documents', seen, 0, 10)).found).toBe(false);
    await commits[index]?.();
    expect((await waitForChanges(open.database, 'documents', seen, 0, 10)).found).toBe(true);
    for (const commit of commits) await commit();
  });

  test.each(['before', 'after'])('a commit ends the wait, of a transaction that began %s it', async (moment) => {
    const early = moment === 'before' ? await begin('list') : null;
    const waiting = waitForChanges(open.database, 'documents', await readSeen(open.database), 20_000, 10);
    const commit = early ?? (await begin('list'));
    const began = performance.now();
    await commit();
    expect((await waiting).found).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('while nothing is committed, no table is looked at', async () => {
    const countScans = async (transaction: OpenDatabase['database']) => {
      const { rows } = await sql<{ scans: number }>`
        select sum(seq_scan + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables
        where relname in ('pending_change', 'changed_version')`.execute(transaction);
      return rows[0]?.scans ?? 0;
    };
    const look = () =>
      open.database.transaction().execute(async (transaction) => {
        const before = await countScans(transaction);
        const seen = await readSeen(transaction);
        const waited = await waitForChanges(transaction, 'documents', seen, 0, 10);
        return { isSame: waited.seen === seen, scans: (await countScans(transaction)) - before };
      });
    // Other databases of the server may commit at any moment.
    const looks: Awaited<ReturnType<typeof look>>[] = [];
    await waitUntil('nothing was committed meanwhile', async () => {
      looks.push(await look());
      return looks.at(-1)?.isSame === true;
    });
    expect(looks.at(-1)?.scans).toBe(0);
  });
});
