// A handle, an organisation's id and a key each stay with their owner, whoever writes the rows. Timetables may move, and
// both organisations are then published as they are.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { newKeyOf, runBuild } from '../support/fault-schools.ts';
import { listedIds } from '../support/published-school.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);

describe('a handle stays with its organisation', () => {
  test('a new organisation gets one that the database draws, also after the same one was deleted', async () => {
    const seen = new Set<unknown>();
    for (const [columns, values] of [
      ['id, name', `'east', 'East'`],
      ['id, name, handle', `'east', 'East', ''`],
      ['id, name, handle', `'east', 'East', null`],
    ]) {
      const { rows } = await run(`insert into organisation (${columns}) values (${values}) returning handle`);
      expect(rows[0]?.['handle']).toMatch(/^[0-9a-f]{12}$/);
      seen.add(rows[0]?.['handle']);
      await run("delete from organisation where id = 'east'");
    }
    expect(seen.size).toBe(3);
  });

  test.each([
    ['an INSERT of a new one', `insert into organisation (id, name, handle) values ('east', 'East', 'abcdefghijkl')`],
    [
      'deleting and inserting under another id',
      `with former as (delete from organisation where id = 'north' returning *)
       insert into organisation (id, name, handle) select 'east', name, handle from former`,
    ],
    ['a change', `update organisation set handle = 'abcdefghijkl' where id = 'north'`],
    [
      'a changed id',
      `with keys as (delete from api_key), timetables as (delete from timetable)
       update organisation set id = 'east' where id = 'north'`,
    ],
    [
      'a changed id, together with all that refers to it',
      `delete from teacher; delete from subject; delete from class; delete from room; delete from student; delete from course;
       delete from room_group;
       with organisations as (update organisation set id = 'east' where id = 'north'),
         timetables as (update timetable set organisation_id = 'east' where organisation_id = 'north')
       update api_key set organisation_id = 'east' where organisation_id = 'north'`,
    ],
  ])('refused: %s', async (_, statement) => {
    await newKeyOf(open.database, schools.publisher, 'north');
    const before = await dumpTables(open.database);
    await expect(run(statement)).rejects.toThrow(
      /brings a handle along; leave it out|the handle of .* stays|keeps its id|stays with organisation/,
    );
    expect(await dumpTables(open.database)).toEqual(before);
  });

  test('a key of a deleted organisation opens nothing, whatever is created afterwards', async () => {
    const { key } = await newKeyOf(open.database, schools.publisher, 'north');
    const server = await runningServer(schools.folder);
    const status = async () =>
      (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await status()).toBe(200);
    await run(`delete from organisation where id = 'north';
      insert into organisation (id, name, api_enabled) values ('north', 'North', true), ('east', 'East', true)`);
    await runBuild({ ...schools.publisher, removesInBulk: true }, open.database);
    expect(await status()).toBe(401);
  });
});

test('a key stays with its organisation', async () => {
  const { id } = await newKeyOf(open.database, schools.publisher, 'north');
  await expect(run(`update api_key set organisation_id = 'south' where id = '${id}'`)).rejects.toThrow(
    `key ${id} stays with organisation north, whose handle is a part of it; create a key of south and revoke this one`,
  );
  await run(`update api_key set organisation_id = organisation_id, name = 'Renamed'`);
});

describe('timetables that move to another organisation', () => {
  const listed = (id: string) => listedIds(schools.folder, id).sort();

  test.each([
    ['a timetable', `update timetable set organisation_id = 'south' where id = 'north-g'`, ['north-v1', 'north-v2']],
    ['a version', `update timetable_version set timetable_id = 'south-g' where id = 'north-v1'`, ['north-v1']],
    [
      'a version whose rows changed in the same transaction',
      `update lesson_unit set locked = not locked where version_id = 'north-v1';
       update timetable_version set timetable_id = 'south-g' where id = 'north-v1'`,
      ['north-v1'],
    ],
    [
      'a version of a timetable that is deleted in the same transaction',
      `update timetable_version set timetable_id = 'south-g' where id = 'north-v1'; delete from timetable where id = 'north-g'`,
      ['north-v1'],
    ],
    [
      'two organisations that swap their timetables',
      `update timetable set organisation_id = case organisation_id when 'north' then 'south' else 'north' end`,
      ['north-v1', 'north-v2'],
    ],
  ])('%s is published by the new one alone', async (_, statement, moved) => {
    await run(statement);
    await runBuild(schools.publisher, open.database);
    await expectConverged(open.database, schools.folder);
    expect(listed('south')).toEqual(expect.arrayContaining(moved));
    expect(listed('north').filter((id) => moved.includes(id))).toEqual([]);
  });
});

// The programs dump a server only. In CI nothing may be skipped because they are missing.
const hasPrograms = process.env['CI'] || spawnSync('pg_dump', ['-V']).status === 0;

describe.skipIf(!hasPrograms)('a restored dump', { tags: 'server' }, () => {
  const program = (name: string, ...args: string[]) => execFileSync(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });

  async function emptyDatabase() {
    const url = new URL(open.connectionString);
    const name = `${url.pathname.slice(1)}_restored`;
    await sql.raw(`create database ${name} template template0`).execute(open.database);
    url.pathname = name;
    const restored = await openDatabase({ url: url.href, folder: '' });
    onTestFinished(async () => {
      await restored.close();
      await sql.raw(`drop database ${name} with (force)`).execute(open.database);
    });
    return restored;
  }
  const handles = async ({ database }: { database: typeof open.database }) =>
    database.selectFrom('organisation').select(['id', 'handle']).orderBy('id').execute();

  test.each(['plain', 'custom'])(
    'whole, in the format %s: the handles are the same, and new ones are drawn',
    async (format) => {
      const restored = await emptyDatabase();
      const file = join(await temporaryFolder(), 'dump');
      program('pg_dump', `--format=${format}`, `--file=${file}`, open.connectionString);
      if (format === 'plain') program('psql', '-q', '-v', 'ON_ERROR_STOP=1', '-f', file, restored.connectionString);
      else program('pg_restore', '--exit-on-error', `--dbname=${restored.connectionString}`, file);
      expect(await dumpTables(restored.database)).toEqual(await dumpTables(open.database));
      await sql`insert into organisation (id, name) values ('east', 'East')`.execute(restored.database);
      expect((await handles(restored)).map(({ id }) => id)).toEqual(['east', 'north', 'south']);
    },
  );

  test('rows alone are refused, which says how to restore them with their handles', async () => {
    const restored = await emptyDatabase();
    const folder = await temporaryFolder();
    const [schema, data] = [join(folder, 'schema'), join(folder, 'data')];
    program('pg_dump', '--schema-only', `--file=${schema}`, open.connectionString);
    program('psql', '-q', '-f', schema, restored.connectionString);
    program('pg_dump', '--data-only', '--format=custom', `--file=${data}`, open.connectionString);
    const restore = (...options: string[]) =>
      program(
        'pg_restore',
        '--data-only',
        '--exit-on-error',
        ...options,
        `--dbname=${restored.connectionString}`,
        data,
      );
    expect(() => restore()).toThrow(/brings a handle along[\s\S]*--disable-triggers/);
    expect(await handles(restored)).toEqual([]);
    // What was restored before the refusal stays.
    await sql`truncate kysely_migration`.execute(restored.database);
    restore('--disable-triggers');
    expect(await handles(restored)).toEqual(await handles(open));
  });
});
