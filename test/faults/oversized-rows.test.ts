// Values that are too large or nested too deeply: PostgreSQL refuses them. Rows from before the limits, and versions too
// large in total, withhold only their own version.
// @module-tag slow

import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { up as addBounds } from '../../src/database/migrations/0004-bounds.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { createSchools, publisherInto, runBuild } from '../support/fault-schools.ts';
import { readData, readPointer, validate } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north', 'south']);
});

const run = (statement: string) => sql.raw(statement).execute(open.database);

const levels = (count: number) => `(repeat('{"a":', ${count}) || '1' || repeat('}', ${count}))::jsonb`;
const v1 = `version_id = 'north-v1'`;

const values: [string, (size: string) => string, most: string, over: string][] = [
  ['name of a teacher', (x) => `update teacher set name = repeat('x', ${x})`, '4096', '4097'],
  ['name of a timetable', (x) => `update timetable set name = repeat('ü', ${x})`, '2048', '2049'],
  ['label of a day', (x) => `update bell_day set label = repeat('x', ${x}) where ${v1}`, '4096', '4097'],
  ['lock reason', (x) => `update lesson_unit set lock_reason = repeat('x', ${x}) where ${v1}`, '65536', '65537'],
  [
    'description',
    (x) => `update timetable_version set description = repeat('x', ${x}) where id = 'north-v1'`,
    '1048576',
    '1048577',
  ],
  [
    'list of ids',
    (x) => `update lesson_unit set teacher_ids = array_fill('tch_1'::text, array[${x}]) where ${v1}`,
    '10000',
    '200000',
  ],
  [
    'extra, in bytes',
    (x) => `update period set extra = jsonb_build_object('a', repeat('x', ${x})) where ${v1}`,
    '262134',
    '262137',
  ],
  [
    'extra, in levels',
    (x) => `update period set extra = ${levels(Number(x))} where version_id = 'north-v2'`,
    '50',
    '51',
  ],
];

test.each(values)('PostgreSQL refuses a value beyond its limit: %s', async (_, update, __, over) => {
  await expect(run(update(over))).rejects.toThrow(/violates check constraint "\w+_within_\d+_(bytes|levels)"/);
});

test('values at their limits are all published', async () => {
  for (const [, update, most] of values) await run(update(most));
  const folder = await temporaryFolder();
  const { organisations } = await runBuild(publisherInto(folder), open.database, 'everything');
  expect(organisations.map(({ withheld }) => withheld)).toEqual([[], []]);
  await expectConverged(open.database, folder);
});

test.each(['{"__proto__": 1}', '{"a": [[{"b": {"__proto__": {}}}]]}'])(
  'PostgreSQL refuses the name __proto__ in JSON: %s',
  async (json) => {
    await expect(run(`update bell_day set extra = '${json}'`)).rejects.toThrow(/bell_day_extra_without_proto/);
  },
);

test('every text, JSON and id column of a document has a limit', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')
      and table_name in (select event_object_table from information_schema.triggers where trigger_name = 'mark_insert')`.execute(
    open.database,
  );
  const { rows: checks } = await sql<{ name: string; check: string }>`
    select conrelid::regclass::text as name, string_agg(pg_get_constraintdef(oid), ' ') as check
    from pg_constraint where contype in ('c', 'f') group by 1`.execute(open.database);
  const checkOf = new Map(checks.map(({ name, check }) => [name.replaceAll('"', ''), check]));
  const free = rows.filter(({ table_name, column_name }) => {
    return !new RegExp(`\\b${column_name}\\b`).test(checkOf.get(table_name) ?? '');
  });
  expect(free).toEqual([]);
});

describe('rows from before the limits', () => {
  beforeAll(async () => {
    const { rows } = await sql<{ name: string; bound: string }>`
      select conrelid::regclass::text as name, conname as bound from pg_constraint where not convalidated`.execute(
      open.database,
    );
    for (const { name, bound } of rows) await run(`alter table ${name} drop constraint ${bound}`);
  });

  /** Publishes everything, executes the statement and two other changes, and builds the changes. */
  async function publishAround(statement: string) {
    const folder = await temporaryFolder();
    const publisher = publisherInto(folder);
    await runBuild(publisher, open.database, 'everything');
    const before = readPointer(folder, 'north');
    await run(statement);
    await run(`update teacher set name = 'goes on' where organisation_id = 'south'`);
    await run(`update timetable_version set version_name = 'goes on' where id = 'north-v2'`);
    const { organisations } = await runBuild(publisher, open.database);
    return { folder, publisher, before, organisations };
  }

  test.each([
    [
      '6,000 levels of extra',
      `update bell_schedule set extra = ${levels(6000)} where ${v1} and is_default`,
      'is nested more than 60 levels deep',
    ],
    [
      '__proto__ in extra',
      `update period set extra = '{"__proto__": {}}' where ${v1} and bell_schedule_id = 'bs_main'`,
      'has a field named __proto__',
    ],
    [
      '70 MB of description',
      `update timetable_version set description = repeat('x', 70 * 1024 * 1024) where id = 'north-v1'`,
      'its rows are 70 MB of JSON, more than the limit of 64 MB',
    ],
  ])('withhold only their version: %s', async (_, statement, message) => {
    const { folder, publisher, before, organisations } = await publishAround(statement);
    const north = organisations.find(({ organisationId }) => organisationId === 'north');
    expect(north?.withheld).toMatchObject([{ versionId: 'north-v1', lastGoodIsServed: true, problems: [{ message }] }]);
    expect(north?.withheld[0]?.problems[0]?.row).toContain('timetable_version north-v1');
    expect(readPointer(folder, 'north').timetables['north-v1']).toEqual(before.timetables['north-v1']);
    expect(readData<Timetable>(folder, 'north', 'north-v2')[0]?.versionName).toBe('goes on');
    expect(readData<Timetable>(folder, 'south', 'south-v1')[0]?.teachers[0]?.name).toBe('goes on');
    expect((await checkPublished(publisher.store, validate)).problems).toEqual([]);
  });

  test('do not stop the migration, and are refused when they are next written', async () => {
    await run(`update timetable_version set description = repeat('x', 2000000) where id = 'north-v1'`);
    await addBounds(open.database as never); // a migration knows nothing of the tables’ types
    await run(`update timetable_version set is_current = false where id = 'north-v2'`);
    await expect(run(`update timetable_version set is_current = false where id = 'north-v1'`)).rejects.toThrow(
      'timetable_version_description_within_1048576_bytes',
    );
    await run(`update timetable_version set description = '' where id = 'north-v1'`);
  });
});

test('a version that PostgreSQL cannot read is withheld, and the others are published', async () => {
  const folder = await temporaryFolder();
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  await run('alter table lesson_unit rename to lesson_unit_rows');
  await run(`create view lesson_unit as select * from lesson_unit_rows
    where case when ${v1} then 1 / (position - position) = 0 else true end`);
  try {
    await run(`update timetable_version set version_name = 'goes on'`);
    const { organisations } = await runBuild(publisher, open.database);
    const withheld = organisations.flatMap((organisation) => organisation.withheld);
    const message = 'PostgreSQL cannot read it: division by zero';
    expect(withheld).toEqual([
      {
        versionId: 'north-v1',
        lastGoodIsServed: true,
        problems: [{ path: '$', message, row: 'timetable_version north-v1', code: 'version-unreadable', values: {} }],
      },
    ]);
    for (const id of ['north-v2', 'south-v1', 'south-v2'])
      expect(readData<Timetable>(folder, id.slice(0, 5), id)[0]?.versionName).toBe('goes on');
    const { rows } = await sql`select from pending_change`.execute(open.database);
    expect(rows).toEqual([]);
  } finally {
    await run('drop view lesson_unit');
    await run('alter table lesson_unit_rows rename to lesson_unit');
  }
});
