import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasVersion, readVersion, readVersions } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { buildSchool, listedIds, loadSchool, publisherOf, validate } from '../../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [smallTimetable()]);
});

const run = (statement: string) => sql.raw(statement).execute(open.database);
const read = (id = 'version-1', organisationId = 'school') => readVersion(open.database, organisationId, id);
const list = async (organisationId = 'school') =>
  (await readVersions(open.database, organisationId)).map(({ id }) => id);

test('lists are ordered by position, then by the bytes of localId', async () => {
  const localIds = ['tch_B', 'tch_a', 'tch__', 'tch_-', 'tch_A', 'tch_1', 'tch_b'];
  await run('delete from version_teacher');
  for (const localId of localIds)
    await run(`insert into version_teacher (version_id, local_id, entity_id, position)
      values ('version-1', '${localId}', 'e', ${localId === 'tch_b' ? -1 : 7})`);
  const bytewise = ['tch_b', 'tch_-', 'tch_1', 'tch_A', 'tch_B', 'tch__', 'tch_a'];
  expect((await read())?.teachers.map(({ localId }) => localId)).toEqual(bytewise);
});

test('lessons, units, groups and days are ordered by position', async () => {
  await run(`update lesson set position = -position; update lesson_unit set position = -position;
    update lesson_group set position = -position; update bell_day set position = -position`);
  const rows = await read();
  expect(rows?.lessons.map(({ localId }) => localId)).toEqual(['lsn_2', 'lsn_1']);
  expect(rows?.lessonGroups.filter((group) => group.lessonLocalId === 'lsn_1').map(({ id }) => id)).toEqual([
    'g2',
    'g1',
  ]);
  expect(rows?.lessonUnits.localId).toEqual(['lu_2', 'lu_1']);
  expect(rows?.bellSchedules[0]?.days.map(({ id }) => id)).toEqual(['tuesday', 'monday']);
});

test('the default bell schedule comes first, whatever its position', async () => {
  await run(`update bell_schedule set is_default = not is_default`);
  expect((await read())?.bellSchedules.map(({ id }) => id)).toEqual(['bs_other', 'bs_main']);
});

test('an autosave is neither listed nor read', async () => {
  await run('update timetable_version set is_autosave = true');
  expect(await list()).toEqual([]);
  expect(await read()).toBeUndefined();
});

test('a version of another organisation is neither listed nor read', async () => {
  await loadSchool(open.database, 'other', [publishedTimetable('foreign', { groupId: 'group-2' })]);
  expect(await list()).toEqual(['version-1']);
  expect(await read('foreign')).toBeUndefined();
  expect(await read('foreign', 'other')).toMatchObject({ id: 'foreign', orgId: 'other' });
  expect(await read('nothing')).toBeUndefined();
});

test('an entity with the same id in another organisation is not used', async () => {
  await run(`insert into organisation (id, name) values ('other', 'x');
    update teacher set organisation_id = 'other'; update room_group set name = 'Here'`);
  const rows = await read();
  expect(rows?.teachers).toMatchObject([{ localId: 'tch_1', organisation: null }]);
  expect(rows?.roomGroups).toMatchObject([{ frozen: { name: 'Labs' }, live: { name: 'Here' } }]);
});

test('versions are listed newest first: by createdAt, versionNumber and id, bytewise', async () => {
  await run(`insert into timetable_version (id, timetable_id, version_number, created_at)
    select id, 'group-1', number, '2026-01-01' from (values ('a', 1), ('B', 1), ('_', 1), ('z', 0.5)) as v (id, number)`);
  expect(await list()).toEqual(['version-1', 'a', '_', 'B', 'z']);
});

test('page by page the list is the same, whatever number or moment a version has', async () => {
  await run(`insert into timetable_version (id, timetable_id, version_number, created_at)
    select id, 'group-1', number, moment::timestamptz from (values
      ('a', 1, '2026-01-01'), ('b', 1, '2026-01-01'), ('c', 1, '2026-01-01 00:00:00.000001'), ('d', 'NaN', '2026-01-01'),
      ('e', '-Infinity', 'infinity'), ('f', 1e300, 'infinity'), ('g', 1, '-infinity'), ('h', 1, '0044-03-15 BC')
    ) as v (id, number, moment)`);
  await run(
    `insert into timetable_version (id, timetable_id, version_number, is_autosave) values ('saved', 'group-1', 1, true)`,
  );
  const whole = await list();
  expect(whole).toHaveLength(9);
  for (const limit of [1, 2, 4]) {
    const pages: string[] = [];
    for (let after: string | null = null; pages.length < whole.length; after = pages.at(-1) ?? null) {
      const page = await readVersions(open.database, 'school', { limit, after });
      expect(page.length).toBeGreaterThan(0);
      pages.push(...page.map(({ id }) => id));
    }
    expect(pages).toEqual(whole);
  }
  expect(await hasVersion(open.database, 'school', 'a')).toBe(true);
  for (const id of ['saved', 'nothing']) expect(await hasVersion(open.database, 'school', id)).toBe(false);
  expect(await hasVersion(open.database, 'other', 'a')).toBe(false);
});

test.each(['UTC', 'Pacific/Auckland', 'America/St_Johns'])(
  'times are UTC with milliseconds in a session whose time zone is %s',
  async (zone) => {
    await run(
      `update timetable_version set created_at = '2026-03-29 02:30:00.12+01', updated_at = '0099-01-01 00:00Z'`,
    );
    await open.database.connection().execute(async (connection) => {
      await sql.raw(`set time zone '${zone}'`).execute(connection);
      const rows = await readVersion(connection, 'school', 'version-1');
      await sql.raw('reset time zone').execute(connection);
      expect(rows).toMatchObject({ createdAt: '2026-03-29T01:30:00.120Z', updatedAt: '0099-01-01T00:00:00.000Z' });
    });
  },
);

describe('a value that no document can hold is refused by the schema, so that the version is withheld', () => {
  test.each([
    ['an infinite moment', `update timetable_version set updated_at = 'infinity'`, ['updatedAt']],
    ['a time of -infinity', `update timetable_version set updated_at = '-infinity'`, ['updatedAt']],
    ['a year of five digits', `update timetable_version set updated_at = '10000-01-01Z'`, ['updatedAt']],
    ['a year before the first', `update timetable_version set updated_at = '0044-03-15Z BC'`, ['updatedAt']],
    ['no number', `update room set capacity = 'NaN'`, ['rooms', 0, 'capacity']],
    ['an infinite number', `update version_teacher set max_periods = 'Infinity'`, ['teachers', 0, 'maxPeriods']],
  ])('%s', async (_, statement, path) => {
    await run(statement);
    const rows = await read();
    const validation = validate('timetable', rows && assembleTimetable(rows));
    expect(validation.valid ? [] : validation.problems.map(({ segments }) => segments)).toEqual([path]);
    const folder = await temporaryFolder();
    const { withheld } = await buildSchool(publisherOf(folder), open.database, 'school');
    expect(withheld.map(({ versionId }) => versionId)).toEqual(['version-1']);
    expect(listedIds(folder, 'school')).toEqual([]);
  });

  test('an infinite version number', async () => {
    await run(`update timetable_version set version_number = 'NaN'`);
    const folder = await temporaryFolder();
    const { withheld } = await buildSchool(publisherOf(folder), open.database, 'school');
    expect(withheld[0]?.problems).toMatchObject([{ path: '$.versionNumber', row: 'timetable_version version-1' }]);
  });
});
