// What one organisation may store is bounded, whoever writes it; another organisation goes on.
// @module-tag slow

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DatabaseRefusalError } from '../../src/errors.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(open.database);
const inOneTransaction = (statements: string) =>
  open.database.transaction().execute((transaction) => sql.raw(statements).execute(transaction));

beforeEach(async () => {
  await run(`delete from organisation; delete from version_size;
    insert into organisation (id, name) values ('north', 'North'), ('south', 'South');
    insert into timetable (id, organisation_id, name) values ('n', 'north', 'N'), ('s', 'south', 'S')`);
});

const version = (id: string, timetable = 'n') =>
  `insert into timetable_version (id, timetable_id, version_number) values ('${id}', '${timetable}', 1)`;

test('an organisation has at most 2,000 versions', { tags: 'long' }, async () => {
  await run(
    `insert into timetable_version (id, timetable_id, version_number) select 'v' || n, 'n', n from generate_series(1, 2000) n`,
  );
  const refused = 'organisation north has 2000 timetable versions, which is the most; delete some that nobody needs';
  await expect(run(version('more'))).rejects.toThrow(new DatabaseRefusalError(refused));
  await run(version('of_south', 's'));
  await expect(run(`update timetable_version set timetable_id = 'n' where id = 'of_south'`)).rejects.toThrow(refused);
  await run(`delete from timetable_version where id = 'v7'`);
  await run(version('more'));
});

test('and 2,000 timetables', async () => {
  await run(`insert into timetable (id, organisation_id) select 't' || n, 'north' from generate_series(2, 2000) n`);
  const refused = 'organisation north has 2000 timetables, which is the most';
  await expect(run(`insert into timetable (id, organisation_id) values ('more', 'north')`)).rejects.toThrow(refused);
  await expect(run(`update timetable set organisation_id = 'north' where id = 's'`)).rejects.toThrow(refused);
});

test('what a version takes is measured with all its rows, in the transaction that inserts it', async () => {
  await inOneTransaction(`${version('v1')};
    insert into lesson (version_id, local_id, position) values ('v1', 'lsn_1', 0);
    insert into lesson_unit (version_id, local_id, position, lesson_local_id, lock_reason)
      select 'v1', 'lu_' || n, n, 'lsn_1', repeat('x', 1000) from generate_series(1, 100) n`);
  const { rows } = await run('select version_id, bytes::int as bytes from version_size');
  expect(rows).toEqual([{ version_id: 'v1', bytes: expect.any(Number) }]);
  expect(rows[0]?.['bytes']).toBeGreaterThan(100_000);
  await run(`delete from timetable_version where id = 'v1'`);
  expect((await run('select * from version_size')).rows).toEqual([]);
});

test('an organisation takes at most 1,000 MB, its entities included', async () => {
  await run(version('v1'));
  await run(`update version_size set bytes = 999900000`);
  await run(version('v2'));
  await run(`insert into teacher (organisation_id, id, name, short_name) select 'north', 't' || n, repeat('x', 1000), 'x'
    from generate_series(1, 200) n`);
  await expect(run(version('v3'))).rejects.toThrow(
    'the timetables of organisation north take 1000 MB, and 1000 MB is the most; delete versions that nobody needs',
  );
  await run(version('s1', 's'));
  await run(`delete from timetable_version where id = 'v1'`);
  await run(version('v3'));
});

test('versions from before are measured some at a time, with the next one', async () => {
  await run(
    `insert into timetable_version (id, timetable_id, version_number) select 'v' || n, 'n', n from generate_series(1, 50) n`,
  );
  await run('delete from version_size');
  for (const measured of [20, 40, 53]) {
    await run(version(`next_${measured}`));
    expect((await run('select count(*)::int as count from version_size')).rows).toEqual([{ count: measured }]);
  }
});
