// Invalid and unusual rows: a version that breaks the contract is withheld with its problems, an unusual one is served in
// full, and everything else is published.

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { checkPublished } from '../../src/maintain/check-published.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { createSchools, publisherInto, renameTeacher, runBuild } from '../support/fault-schools.ts';
import { listedIds, readData, readPointer, validate } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north', 'south']);
});

const run = (statement: string) => sql.raw(statement).execute(open.database);

/** The first state is published; then the statement is executed, and what it changed is built. */
async function publishBefore(statement: string) {
  const folder = await temporaryFolder();
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  const before = readPointer(folder, 'north');
  await run(statement);
  await run(`update teacher set name = 'goes on' where organisation_id = 'south'`);
  const { organisations } = await runBuild(publisher, open.database);
  return { folder, publisher, before, north: organisations.find(({ organisationId }) => organisationId === 'north') };
}

const v1 = `version_id = 'north-v1'`;

test.each([
  ['a teacher that is not listed', `update lesson_unit set teacher_ids = '{tch_gone}' where ${v1}`, 'tch_gone'],
  ['a lesson that is not there', `delete from lesson where ${v1}`, 'lsn_1'],
  ['a room group that is not there', `delete from version_room_group where ${v1}`, 'rgp_1'],
  ['a day that is not there', `update lesson_unit set day_id = 'sunday' where ${v1}`, 'sunday'],
  ['a period that is not there', `update lesson_unit set period_index = 99 where ${v1}`, 'periods'],
  ['a reference called __proto__', `update lesson_unit set class_ids = '{__proto__}' where ${v1}`, '__proto__'],
  ['a localId without its prefix', `update version_teacher set local_id = 'ada' where ${v1}`, 'pattern'],
  ['no bell schedule', `delete from bell_schedule where ${v1}`, 'bellSchedule'],
  [
    'a version number that is no number',
    `update timetable_version set version_number = 'NaN' where id = 'north-v1'`,
    'NaN',
  ],
  [
    'an infinite version number',
    `update timetable_version set version_number = 'Infinity' where id = 'north-v1'`,
    'Infinity',
  ],
  ['a capacity that is no number', `update room set capacity = 'NaN' where organisation_id = 'north'`, 'NaN'],
  ['an infinite count of periods', `update version_teacher set max_periods = '-Infinity' where ${v1}`, 'Infinity'],
  ['an infinite moment', `update timetable_version set updated_at = 'infinity' where id = 'north-v1'`, 'infinity'],
  [
    'a moment beyond the year 9999',
    `update timetable_version set published_at = '12026-01-01' where id = 'north-v1'`,
    '12026',
  ],
])('%s withholds the version with its reason, and its last good form stays', async (name, statement, reason) => {
  const { folder, before, north, publisher } = await publishBefore(statement);
  const withheld = north?.withheld.find(({ versionId }) => versionId === 'north-v1');
  expect(withheld?.lastGoodIsServed).toBe(true);
  expect(JSON.stringify(withheld?.problems)).toContain(reason);
  const after = readPointer(folder, 'north');
  expect(after.timetables['north-v1']).toEqual(before.timetables['north-v1']);
  const both = name.startsWith('a capacity');
  expect(north?.withheld.length).toBe(both ? 2 : 1);
  expect(readData<Timetable>(folder, 'south', 'south-v1')[0]?.teachers[0]?.name).toBe('goes on');
  expect((await checkPublished(publisher.store, validate)).problems).toEqual([]);
});

const odd = '\u{1F9EA} e\u0301 \u202Eevil\u202C \u2028 \uFEFF \u0001 "\\ </script> \u{10FFFF} \uFFFD';

test.each([
  ['an entity deleted that lessons use', `delete from teacher where organisation_id = 'north'`, 'Unknown'],
  ['odd Unicode', `update teacher set name = $odd$${odd}$odd$ where organisation_id = 'north'`, odd],
  ['the name __proto__', `update teacher set name = '__proto__' where organisation_id = 'north'`, '__proto__'],
  ['an empty name', `update teacher set name = '' where organisation_id = 'north'`, ''],
])('%s is served whole', async (_, statement, name) => {
  const { folder, north } = await publishBefore(statement);
  expect(north?.withheld).toEqual([]);
  for (const data of readData<Timetable>(folder, 'north', 'north-v1')) expect(data.teachers[0]?.name).toBe(name);
  await expectConverged(open.database, folder);
});

test('extra fields called constructor and prototype are passed through and change nothing else', async () => {
  const extra = '{"constructor": {"prototype": {"polluted": true}}, "prototype": 1, "id": "not this one"}';
  const { folder, north } = await publishBefore(`update bell_schedule set extra = '${extra}' where ${v1}`);
  expect(north?.withheld).toEqual([]);
  const [data] = readData<Timetable>(folder, 'north', 'north-v1');
  expect(data?.bellSchedule.id).toBe('bs_main');
  expect(JSON.stringify(data?.bellSchedule)).toContain('"constructor":{"prototype":{"polluted":true}}');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  await expectConverged(open.database, folder);
});

test('a timetable of 20 MB is served in full', async () => {
  const { folder, north } = await publishBefore(`insert into lesson_unit
    select (jsonb_populate_record(unit, jsonb_build_object('local_id', 'lu_big' || n, 'position', 1000 + n,
      'lock_reason', repeat(md5(n::text), 10), 'day_id', null, 'period_index', null))).*
    from lesson_unit unit, generate_series(1, 30000) n where ${v1} and local_id = 'lu_1'`);
  expect(north?.withheld).toEqual([]);
  expect(readPointer(folder, 'north').timetables['north-v1']?.identity.bytes).toBeGreaterThan(20_000_000);
  for (const data of readData<Timetable>(folder, 'north', 'north-v1')) expect(data.lessonUnits.length).toBe(30_002);
});

/** What a version has besides its lessons, in the order in which it can be written. */
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'].map(
  (each) => `version_${each}`,
);
const bellTables = ['bell_schedule', 'bell_day', 'day_configuration', 'period', 'break'];

test('500 versions of one timetable are listed, and all of them show the new name of an entity', async () => {
  const copied = (table: string, id: string, more = '') => `insert into "${table}" select copy.*
    from "${table}" original, generate_series(0, 499) n,
      jsonb_populate_record(original, jsonb_build_object('${id}', 'north-copy-' || n ${more})) copy
    where original."${id}" = 'north-v1'`;
  await run(copied('timetable_version', 'id', `, 'version_number', n + 10`));
  for (const table of [...entityTables, ...bellTables]) await run(copied(table, 'version_id'));
  const folder = await temporaryFolder();
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  const listed = listedIds(folder, 'north');
  expect(listed.length).toBe(502);
  await renameTeacher(open.database, 'north', 'Grace');
  const { organisations } = await runBuild(publisher, open.database);
  expect(organisations.map(({ written }) => written.length)).toEqual([502]);
  const shown = listed.flatMap((id) => readData<Timetable>(folder, 'north', id));
  expect(new Set(shown.map(({ teachers }) => teachers[0]?.name))).toEqual(new Set(['Grace']));
});
