// Invalid and unusual rows: a version that breaks the contract is withheld with its problems, an unusual one is served in
// full, and everything else is published.

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { publishSchools, renameTeacher, runBuild } from '../support/fault-schools.ts';
import { listedIds, readData, readPointer, validate } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { thorough } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();

const run = (statement: string) => sql.raw(statement).execute(open.database);

/** Publishes a school for each name, and one called south; then executes each school's statement and builds the changes. */
async function publishBefore(statements: ReadonlyMap<string, string>) {
  const folder = await temporaryFolder(whenFileEnds);
  const publisher = await publishSchools(open.database, [...statements.keys(), 'south'], folder);
  const before = new Map([...statements.keys()].map((id) => [id, readPointer(folder, id)]));
  for (const statement of statements.values()) await run(statement);
  await renameTeacher(open.database, 'south', 'goes on');
  const { organisations } = await runBuild(publisher, open.database);
  const built = new Map(organisations.map((each) => [String(each.organisationId), each]));
  return { folder, publisher, before, built };
}
type Published = Awaited<ReturnType<typeof publishBefore>>;

/** By school: the case, the statement that causes it, and a text that the reason must contain. */
const invalid = new Map(
  (
    [
      ['a teacher that is not listed', `update lesson_unit set teacher_ids = '{tch_gone}' where $v1`, 'tch_gone'],
      ['a missing lesson', `delete from lesson where $v1`, 'lsn_1'],
      ['a missing room group', `delete from version_room_group where $v1`, 'rgp_1'],
      ['an unknown day', `update lesson_unit set day_id = 'sunday' where $v1`, 'sunday'],
      ['an unknown period', `update lesson_unit set period_index = 99 where $v1`, 'periods'],
      ['a reference called __proto__', `update lesson_unit set class_ids = '{__proto__}' where $v1`, '__proto__'],
      ['a localId without its prefix', `update version_teacher set local_id = 'ada' where $v1`, 'pattern'],
      ['no bell schedule', `delete from bell_schedule where $v1`, 'bellSchedule'],
      ['a version number of NaN', `update timetable_version set version_number = 'NaN' where $id`, 'NaN'],
      ['an infinite version number', `update timetable_version set version_number = 'Infinity' where $id`, 'Infinity'],
      ['a capacity of NaN', `update room set capacity = 'NaN' where $school`, 'NaN'],
      ['an infinite count of periods', `update version_teacher set max_periods = '-Infinity' where $v1`, 'Infinity'],
      [
        'a number beyond what JSON readers can represent',
        `update bell_schedule set extra = '{"a": [1, {"b": 1e131000}]}' where $v1`,
        '$.bellSchedules[0].a[1].b',
      ],
      ['an infinite time', `update timetable_version set updated_at = 'infinity' where $id`, 'infinity'],
      ['a time after the year 9999', `update timetable_version set published_at = '12026-01-01' where $id`, '12026'],
    ] as const
  ).map(([name, statement, reason], index) => [
    `bad${index}`,
    { name, statement: ofSchool(statement, `bad${index}`), reason },
  ]),
);

/** The statement with the school's own id, and that of its first version, in its conditions. */
function ofSchool(statement: string, id: string): string {
  return statement
    .replace('$v1', `version_id = '${id}-v1'`)
    .replace('$id', `id = '${id}-v1'`)
    .replace('$school', `organisation_id = '${id}'`);
}

describe('a version that breaks the contract', () => {
  let published: Published;
  beforeAll(async () => {
    published = await publishBefore(new Map([...invalid].map(([id, { statement }]) => [id, statement])));
  });

  test.each([...invalid].map(([id, { name, reason }]) => [name, id, reason] as const))(
    '%s withholds the version with its reason, and its last good form stays',
    (name, id, reason) => {
      const { folder, before, built } = published;
      const withheld = built.get(id)?.withheld;
      const own = withheld?.find(({ versionId }) => versionId === `${id}-v1`);
      expect(own?.lastGoodIsServed).toBe(true);
      expect(JSON.stringify(own?.problems)).toContain(reason);
      expect(readPointer(folder, id).timetables[`${id}-v1`]).toEqual(before.get(id)?.timetables[`${id}-v1`]);
      // A room belongs to both versions.
      expect(withheld?.length).toBe(name.startsWith('a capacity') ? 2 : 1);
    },
  );

  test('does not stop another organisation, and the published output stays intact', async () => {
    const { folder, publisher } = published;
    expect(readData<Timetable>(folder, 'south', 'south-v1')[0]?.teachers[0]?.name).toBe('goes on');
    expect((await checkPublished(publisher.store, validate)).problems).toEqual([]);
  });
});

const text = '\u{1F9EA} e\u0301 \u202Eevil\u202C \u2028 \uFEFF \u0001 "\\ </script> \u{10FFFF} \uFFFD';
const extra = '{"constructor": {"prototype": {"polluted": true}}, "prototype": 1, "id": "not this one"}';

/** By school: the case, the statement that causes it, and the expected name of its teacher. */
const unusual = new Map([
  ['deleted', ['a deleted entity that lessons use', `delete from teacher where $school`, 'Unknown']],
  ['unicode', ['odd Unicode', `update teacher set name = $odd$${text}$odd$ where $school`, text]],
  ['proto', ['the name __proto__', `update teacher set name = '__proto__' where $school`, '__proto__']],
  ['empty', ['an empty name', `update teacher set name = '' where $school`, '']],
  [
    'extra',
    ['extra fields called constructor and prototype', `update bell_schedule set extra = '${extra}' where $v1`, 'Ada'],
  ],
] as const);

describe('an unusual version', () => {
  let published: Published;
  beforeAll(async () => {
    published = await publishBefore(new Map([...unusual].map(([id, [, statement]]) => [id, ofSchool(statement, id)])));
  });

  test.each([...unusual].map(([id, [name, , teacher]]) => [name, id, teacher] as const))(
    '%s is served in full',
    (_, id, teacher) => {
      const { folder, built } = published;
      expect(built.get(id)?.withheld).toEqual([]);
      for (const data of readData<Timetable>(folder, id, `${id}-v1`)) expect(data.teachers[0]?.name).toBe(teacher);
    },
  );

  test('is published by the incremental build as by a full one', () =>
    expectConverged(open.database, published.folder));

  test('extra fields called constructor and prototype change nothing else', () => {
    const [data] = readData<Timetable>(published.folder, 'extra', 'extra-v1');
    expect(data?.bellSchedule.id).toBe('bs_main');
    expect(JSON.stringify(data?.bellSchedule)).toContain('"constructor":{"prototype":{"polluted":true}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

const megabytes = thorough ? 20 : 2;

test(`a timetable of ${megabytes} MB is served in full`, async () => {
  const count = megabytes * 1500;
  const statement = `insert into lesson_unit
    select (jsonb_populate_record(unit, jsonb_build_object('local_id', 'lu_big' || n, 'position', 1000 + n,
      'lock_reason', repeat(md5(n::text), 10), 'day_id', null, 'period_index', null))).*
    from lesson_unit unit, generate_series(1, ${count}) n where version_id = 'north-v1' and local_id = 'lu_1'`;
  const { folder, built } = await publishBefore(new Map([['north', statement]]));
  expect(built.get('north')?.withheld).toEqual([]);
  expect(readPointer(folder, 'north').timetables['north-v1']?.identity.bytes).toBeGreaterThan(megabytes * 1e6);
  for (const data of readData<Timetable>(folder, 'north', 'north-v1')) expect(data.lessonUnits.length).toBe(count + 2);
});

/** The tables of a version except its lessons, in the order of their references. */
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'].map(
  (each) => `version_${each}`,
);
const bellTables = ['bell_schedule', 'bell_day', 'day_configuration', 'period', 'break'];

/** By default still more than are read or written at a time. */
const copies = thorough ? 498 : 48;

test(`${copies + 2} versions of one timetable are listed, and all of them show the new name of an entity`, async () => {
  const folder = await temporaryFolder();
  const publisher = await publishSchools(open.database, ['north'], folder);
  const copied = (table: string, id: string, more = '') => `insert into "${table}" select copy.*
    from "${table}" original, generate_series(1, ${copies}) n,
      jsonb_populate_record(original, jsonb_build_object('${id}', 'north-copy-' || n ${more})) copy
    where original."${id}" = 'north-v1'`;
  await run(copied('timetable_version', 'id', `, 'version_number', n + 10`));
  for (const table of [...entityTables, ...bellTables]) await run(copied(table, 'version_id'));
  await runBuild(publisher, open.database, 'everything');
  const listed = listedIds(folder, 'north');
  expect(listed.length).toBe(copies + 2);
  await renameTeacher(open.database, 'north', 'Grace');
  const { organisations } = await runBuild(publisher, open.database);
  expect(organisations.map(({ written }) => written.length)).toEqual([copies + 2]);
  const shown = listed.flatMap((id) => readData<Timetable>(folder, 'north', id));
  expect(new Set(shown.map(({ teachers }) => teachers[0]?.name))).toEqual(new Set(['Grace']));
});
