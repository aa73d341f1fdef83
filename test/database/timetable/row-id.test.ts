// Ids belong to an organisation: it may use every one, whatever others have. What the rows have in their place stays in the database.

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { openDatabase } from '../../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../../src/database/queue/changed-versions.ts';
import { listPending } from '../../../src/database/queue/pending-changes.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { hasVersion, readVersion, readVersions } from '../../../src/database/timetable/read-version.ts';
import { organisationsWith } from '../../../src/database/timetable/row-id.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { handleFor } from '../../support/record-places.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(open.database);
const clearQueue = () => run('truncate pending_change, changed_version');
const plan = (of: string, changes: Partial<Timetable> = {}) =>
  publishedTimetable('plan-v1', { groupId: 'plan', orgId: of, name: `Plan of ${of}`, ...changes });
const read = async (of: string, id = 'plan-v1') => {
  const rows = await readVersion(open.database, of, id);
  return rows && assembleTimetable(rows);
};
const rowsOf = async (table: string) => (await run(`select id from ${table} order by id`)).rows.map(({ id }) => id);
/** The row's id of what north has in its place. */
const ofSouth = (id: string) => `${handleFor('south')}.${id}`;

beforeEach(async () => {
  await run('delete from organisation');
  await clearQueue();
  await loadSchool(open.database, 'north', [plan('north')]);
  await loadSchool(open.database, 'south', [plan('south')]);
});

test('two organisations have the same ids, each its own document, and only the second has other rows', async () => {
  expect([await read('north'), await read('south')]).toEqual([plan('north'), plan('south')]);
  expect(await rowsOf('timetable_version')).toEqual([ofSouth('plan-v1'), 'plan-v1'].sort());
  expect(await rowsOf('timetable')).toEqual([ofSouth('plan'), 'plan'].sort());
  expect(await organisationsWith(open.database, 'plan-v1')).toEqual(['north', 'south']);
  expect([
    await hasVersion(open.database, 'south', 'plan-v1'),
    await hasVersion(open.database, 'west', 'plan-v1'),
  ]).toEqual([true, false]);
  // Nobody reads anything by the id of a row.
  expect([await read('south', ofSouth('plan-v1')), await read('north', ofSouth('plan-v1'))]).toEqual([
    undefined,
    undefined,
  ]);
});

test('the row stays, also once nobody else has the id, and importing again replaces it', async () => {
  await run(`delete from organisation where id = 'north'`);
  await loadSchool(open.database, 'south', [plan('south', { description: 'again' })]);
  expect(await read('south')).toEqual(plan('south', { description: 'again' }));
  expect(await rowsOf('timetable_version')).toEqual([ofSouth('plan-v1')]);
});

test('a list is in the order of the ids that everybody sees, and page by page the same', async () => {
  const ids = ['a', 'plan-v1', 'z'];
  await loadSchool(open.database, 'north', [plan('north', { id: 'a' })]);
  await loadSchool(open.database, 'south', [plan('south', { id: 'a' }), plan('south', { id: 'z' })]);
  const list = async (cut?: { limit: number; after: string | null }) =>
    (await readVersions(open.database, 'south', cut)).map(({ id, groupId }) => [id, groupId]);
  const all = ids.toReversed().map((id) => [id, 'plan']);
  expect(await list()).toEqual(all);
  for (const [index, after] of [null, ...ids.toReversed()].entries())
    expect(await list({ limit: 5, after })).toEqual(all.slice(index));
});

test('the queue and version_publication name versions as everybody does', async () => {
  const queued = async () =>
    (
      await run(`select concat_ws(' ', organisation_id, what, subject) as entry from pending_change order by seq`)
    ).rows.map(({ entry }) => entry);
  await clearQueue();
  await run(`update lesson_unit set locked = not locked where version_id = '${ofSouth('plan-v1')}'`);
  const state = `select version_id, state from version_publication where organisation_id = 'south'`;
  expect((await run(state)).rows).toEqual([{ version_id: 'plan-v1', state: 'pending' }]);
  await moveChangedVersions(open.database);
  expect(await queued()).toEqual(['south version plan-v1']);
  expect((await run(state)).rows).toEqual([{ version_id: 'plan-v1', state: 'pending' }]);
  const unchanged = state.replace('south', 'north');
  expect((await run(unchanged)).rows).toEqual([{ version_id: 'plan-v1', state: 'unknown' }]);
  await clearQueue();
  await run(
    `update teacher set name = 'Grace' where organisation_id = 'south'; select mark_changed('south', 'plan-v1')`,
  );
  expect(await queued()).toEqual(['south version plan-v1']);
  await clearQueue();
  await run(`update timetable_version set description = 'x' where id = '${ofSouth('plan-v1')}';
    update lesson_unit set locked = not locked where version_id = '${ofSouth('plan-v1')}'`);
  await moveChangedVersions(open.database);
  expect(await queued()).toEqual(['south version plan-v1']);
});

test("a draft waits for its editor to pause, whatever state another's version of the same id has", async () => {
  await loadSchool(open.database, 'south', [smallTimetable({ id: 'plan-v1', groupId: 'plan', orgId: 'south' })]);
  await clearQueue();
  await run(`select mark_changed('north', 'plan-v1'), mark_changed('south', 'plan-v1')`);
  const due = new Map(
    (await listPending(open.database, 'documents')).map((each) => [`${each.organisationId}`, each.dueIn]),
  );
  expect(due.get('north')).toBeLessThanOrEqual(0);
  expect(due.get('south')).toBeGreaterThan(0);
});

describe('refused of who writes SQL:', () => {
  const version = (id: string, timetable: string) =>
    `insert into timetable_version (id, timetable_id, version_number) values ('${id}', '${timetable}', 1)`;
  const [ofNorth, ofNobody] = [`${handleFor('north')}.own`, 'abcdefghijkl.own'];
  test.each([
    [
      "a version with somebody else's handle",
      version(ofNorth, ofSouth('plan')),
      'only .* may stand, the handle of that',
    ],
    ["a version with nobody's handle", version(ofNobody, 'plan'), 'only .* may stand, the handle of that organisation'],
    [
      "a timetable with somebody else's handle",
      `insert into timetable (id, organisation_id) values ('${ofNorth}', 'south')`,
      `timetable ${ofNorth} is of organisation south, so before the dot`,
    ],
    ['a handle without an id', version(`${handleFor('north')}.`, 'plan'), 'timetable_version_id_check'],
    ['two handles', version(`${handleFor('north')}.${ofNorth}`, 'plan'), 'timetable_version_id_check'],
    [
      'a second version of the same id',
      version(`${handleFor('north')}.plan-v1`, 'plan'),
      'organisation north has the timetable_version plan-v1 already, in the row plan-v1',
    ],
    [
      'a second timetable of the same id',
      `insert into timetable (id, organisation_id) values ('${handleFor('north')}.plan', 'north')`,
      'organisation north has the timetable plan already',
    ],
    [
      'the plain id beside the other',
      `delete from organisation where id = 'north'; ${version('plan-v1', ofSouth('plan'))}`,
      `organisation south has the timetable_version plan-v1 already, in the row ${ofSouth('plan-v1')}`,
    ],
    [
      'a timetable that moves with the handle of its former organisation',
      `update timetable set organisation_id = 'north' where id = '${ofSouth('plan')}'`,
      'is of organisation north, so before the dot',
    ],
    [
      'a version that moves with it',
      `update timetable_version set timetable_id = 'plan' where id = '${ofSouth('plan-v1')}'`,
      'is of organisation north, so before the dot',
    ],
    [
      'a timetable that moves to an organisation that has one of the same id',
      `update timetable set organisation_id = 'south' where id = 'plan'`,
      'organisation south has the timetable plan already',
    ],
  ])('%s', async (_, statement, message) => {
    const before = [await rowsOf('timetable_version'), await rowsOf('timetable')];
    await expect(run(statement)).rejects.toThrow(new RegExp(message));
    expect([await rowsOf('timetable_version'), await rowsOf('timetable')]).toEqual(before);
  });
});

describe('at the same time', { tags: 'server' }, () => {
  /** Imports for north a plan that is new, does the work before the import ends, and ends it. */
  const whileNorthImports = async (work: () => Promise<void>) => {
    const other = await openDatabase({ url: open.connectionString, folder: '' });
    try {
      await importTimetable(other.database, validate, 'north', plan('north', { id: 'new-v1', groupId: 'new' }), {
        afterwards: work,
      });
    } finally {
      await other.close();
    }
  };

  test('an organisation does not wait for another that imports the same ids', async () => {
    const document = plan('south', { id: 'new-v1', groupId: 'new' });
    await whileNorthImports(async () => {
      expect(await importTimetable(open.database, validate, 'south', document)).toMatchObject({ outcome: 'imported' });
    });
    expect([await read('north', 'new-v1'), await read('south', 'new-v1')]).toMatchObject([
      { orgId: 'north', groupId: 'new' },
      document,
    ]);
  });

  test('two imports of one version for one organisation go one after the other', async () => {
    const document = plan('north', { id: 'new-v1', groupId: 'new', description: 'later' });
    let later: Promise<unknown> = Promise.resolve();
    await whileNorthImports(async () => {
      later = importTimetable(open.database, validate, 'north', document);
      await waitUntil('it waits', async () => {
        const { rows } = await run(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
        return rows.length > 0;
      });
    });
    expect(await later).toMatchObject({ outcome: 'imported' });
    expect(await read('north', 'new-v1')).toEqual(document);
  });

  test('a program that writes the same ids by SQL in the meantime keeps nobody from importing', async () => {
    const document = plan('south', { id: 'new-v1', groupId: 'new' });
    const other = await openDatabase({ url: open.connectionString, folder: '' });
    let imported: Promise<unknown> = Promise.resolve();
    await other.database.transaction().execute(async (transaction) => {
      await sql`insert into timetable (id, organisation_id) values ('new', 'north')`.execute(transaction);
      imported = importTimetable(open.database, validate, 'south', document);
      await waitUntil('it waits', async () => {
        const { rows } = await run(`select from pg_stat_activity where wait_event = 'transactionid'
          and datname = current_database()`);
        return rows.length > 0;
      });
    });
    await other.close();
    expect(await imported).toMatchObject({ outcome: 'imported' });
    expect(await read('south', 'new-v1')).toEqual(document);
  });

  test('the plain row of a version and the one with the handle, written at the same time, do not both stay', async () => {
    const other = await openDatabase({ url: open.connectionString, folder: '' });
    const both = `insert into timetable (id, organisation_id) values ('w', 'south');
      insert into timetable_version (id, timetable_id, version_number) values ('new-v1', 'w', 1)`;
    let dotted: Promise<unknown> = Promise.resolve();
    await other.database.transaction().execute(async (transaction) => {
      await sql.raw(both).execute(transaction);
      dotted = run(`insert into timetable_version (id, timetable_id, version_number)
        values ('${ofSouth('new-v1')}', '${ofSouth('plan')}', 1)`).catch((error: unknown) => error);
      await waitUntil('it waits', async () => {
        const { rows } = await run(`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`);
        return rows.length > 0;
      });
    });
    await other.close();
    expect(String(await dotted)).toContain('organisation south has the timetable_version new-v1 already');
  });
});
