// The guide to views over a program's own tables: a vendor's tables of another shape are published and served through them,
// each enqueued change is published, and a wrong view is explained in one sentence.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { checkMapping } from '../../src/database/views/check-mapping.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createGuideRoles, type GuideRoles } from '../support/create-guide-roles.ts';
import { findDifferences } from '../support/expect-converged.ts';
import { publisherInto, untilQueueIsEmpty } from '../support/fault-schools.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { startWatch } from '../support/start-watch.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

// Each command is a process, and starting one is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const guide = openGuide('src/database/views.md');
const ofTheVendor = guide.take('sql', 'create schema erp');
const views = guide.take('sql', 'create schema school');
const paths = guide.take('sql', 'set search_path = school');
const skeleton = guide.take('sh', '--views school');
const triggers = guide.take('sql', 'create trigger');

const rowsOfTheVendor = `
  insert into erp.school values ('hillside', 'Hillside'), ('elsewhere', 'A school that Belfry does not publish');
  insert into erp.staff values ('hillside', 17, 'Ada', 'Byron', null), ('hillside', 23, 'Mary', 'Somerville', null),
    ('elsewhere', 17, 'Emmy', 'Noether', null);
  insert into erp.field values ('hillside', 'MA', 'Mathematics'), ('hillside', 'PH', 'Physics');
  insert into erp.form values ('hillside', '7a', 'Class 7A'), ('hillside', '7b', 'Class 7B');
  insert into erp.place values ('hillside', '12', 30), ('hillside', '13', 24);
  insert into erp.bell values ('hillside', 1, '08:00', '08:45'), ('hillside', 2, '08:50', '09:35'), ('hillside', 4, '10:00', '10:45'),
    ('elsewhere', 1, '07:00', '07:45'), ('elsewhere', 3, '09:00', '09:45');
  insert into erp.plan values (1, 'hillside', 'Autumn', '2026-08-20', '2026-09-01'), (2, 'hillside', 'Winter', null, null),
    (9, 'elsewhere', 'Autumn', '2026-08-20', '2026-09-01');
  insert into erp.hour values (1, 1, 17, 'MA', '7a', '12', 1, 1), (2, 1, 23, 'PH', '7b', '13', 3, 4), (3, 2, 17, 'MA', '7b', '13', 5, 2),
    (9, 9, 17, 'MA', '7a', '12', 1, 1);`;

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('the skeleton runs as it is written, and is all that Belfry reads', { tags: 'server' }, async () => {
  const open = await openTestDatabase();
  onTestFinished(() => open.close());
  const folder = await temporaryFolder();
  const environment = commandEnvironment(open, join(folder, 'out'));
  await runSnippet(skeleton.replace('views.sql', join(folder, 'views.sql')), environment);
  const written = await readFile(join(folder, 'views.sql'), 'utf8');
  const owner = new pg.Client({ connectionString: open.connectionString });
  await owner.connect();
  await owner.query(written.slice(written.indexOf('create schema')));
  await owner.end();
  const url = new URL(open.connectionString);
  url.searchParams.set('options', '-c search_path=school,public');
  const mapped = await openDatabase({ url: url.href, folder: '' });
  onTestFinished(() => mapped.close());
  expect(await checkMapping(mapped.database)).toEqual({ schemas: ['school'], mapped: true, problems: [] });
});

describe('views over a vendor’s tables (a server alone has roles)', { tags: 'server' }, () => {
  let open: OpenDatabase;
  let owner: pg.Client;
  let roles: GuideRoles;
  /** Runs as the publishing role, which reads through the views. */
  let mapped: OpenDatabase;
  let folder: string;
  let began = 0;

  beforeAll(async () => {
    open = await openTestDatabase();
    owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    roles = await createGuideRoles(owner, open.connectionString);
    began = performance.now();
    await owner.query(ofTheVendor);
    await owner.query(views);
    await owner.query(triggers);
    await owner.query(withRoles(paths));
    await owner.query(rowsOfTheVendor);
    mapped = await openDatabase({ url: roles.urlOf('publisher'), folder: '' });
    folder = join(await temporaryFolder(whenFileEnds), 'out');
    await bindTestStore(open, folder);
  });
  afterAll(async () => {
    await mapped?.close();
    await owner?.query('drop schema school, erp cascade');
    await roles?.drop();
    await owner?.end();
    await open?.close();
  });

  const withRoles = (statements: string) =>
    statements.replaceAll(/\bbelfry_(\w+)/g, (_, name: string) => roles.names[name] ?? name);

  async function succeed(role: string, line: string): Promise<string> {
    const variables = { ...commandEnvironment(open, folder), DATABASE_URL: roles.urlOf(role) };
    const { code, stdout, stderr } = await runLine(line, variables);
    expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, '']);
    return stdout;
  }

  /** Day, period, teacher and room of each hour, as the vendor has them. */
  async function hoursOf(plan: number): Promise<string[]> {
    const { rows } = await owner.query(`select concat_ws(' ', 'day-' || weekday,
        (select count(*) from erp.bell where bell.school = plan.school and bell.slot < hour.slot),
          first_name || ' ' || last_name, 'Room ' || place) as hour
      from erp.hour join erp.plan on plan.id = hour.plan join erp.staff on staff.school = plan.school and number = hour.staff
      where plan = ${plan} order by hour.id`);
    return rows.map(({ hour }) => hour);
  }
  function unitsOf({ lessonUnits, teachers, rooms }: Timetable): string[] {
    const nameOf = (entities: { localId: string; name: string }[], id?: string) =>
      entities.find(({ localId }) => localId === id)?.name;
    return lessonUnits.map(({ dayId, periodIndex, teacherIds, roomIds }) =>
      [dayId, periodIndex, nameOf(teachers, teacherIds[0]), nameOf(rooms, roomIds[0])].join(' '),
    );
  }

  test("the vendor's data is published and served, and so is each change", async () => {
    await succeed('organisations', 'organisations create hillside --name Hillside');
    await succeed('organisations', 'organisations set hillside --api on');
    const { key } = JSON.parse(await succeed('keys', 'keys create --organisation hillside --name Website --json'));
    expect(await succeed('publisher', 'check --database')).toMatch(
      / is read through views in the schema school: everything is as required/,
    );
    await succeed('publisher', 'build');
    await succeed('publisher', 'check --against-database');
    expect(await succeed('publisher', 'status')).not.toContain('withheld');

    const server = await runningServer(folder);
    const get = async (path: string) => {
      const { status, body } = await server.call({ path, headers: { Authorization: `Bearer ${key}` } });
      return { status, data: JSON.parse(body.toString()).data };
    };
    const served = async (plan: number) => unitsOf((await get(`${listPath}/plan-${plan}-v1`)).data);
    expect(await get(listPath)).toMatchObject({ status: 200, data: { count: 2 } });
    tellPath('own schema to the first timetable: views', began);
    expect((await get(`${listPath}/plan-1-v1`)).data).toMatchObject({ name: 'Autumn', effectiveFrom: 20260901 });
    expect((await hoursOf(1)).at(1)).toBe('day-3 2 Mary Somerville Room 13');
    for (const plan of [1, 2]) expect(await served(plan)).toEqual(await hoursOf(plan));

    const { events, stop } = startWatch(publisherInto(folder), mapped);
    const edits = [
      `update erp.hour set weekday = 2, slot = 2 where id = 1`,
      `update erp.staff set last_name = 'Lovelace' where school = 'hillside' and number = 17`,
      `insert into erp.hour select id, 1, 17, 'MA', '7a', '12', id % 5 + 1, 4 from generate_series(10, 60) id`,
      `delete from erp.hour where id % 7 = 0 and id > 10`,
      `update erp.hour set plan = 2 where id between 30 and 40`,
      `update erp.plan set released = '2026-11-01', starts = '2026-12-01' where id = 2`,
      `insert into erp.plan values (3, 'hillside', 'Spring', null, null)`,
      `update erp.bell set starts = '07:55' where slot = 1`,
      `delete from erp.plan where id = 3`,
      // What Belfry does not publish stops nobody.
      `update erp.staff set first_name = 'Amalie' where school = 'elsewhere'`,
      `update erp.hour set weekday = 5 where plan = 9`,
    ];
    for (const edit of edits) await owner.query(edit);
    await Promise.all(
      [1, 2].map(async (plan) => {
        const editor = new pg.Client({ connectionString: open.connectionString });
        await editor.connect();
        for (let round = 0; round < 20; round++)
          await editor.query(`update erp.hour set place = $1, weekday = $2 where plan = $3`, [
            ['12', '13'][round % 2],
            (round % 5) + 1,
            plan,
          ]);
        await editor.end();
      }),
    );
    await untilQueueIsEmpty(open.database);
    await stop();
    for (const plan of [1, 2]) expect(await served(plan)).toEqual(await hoursOf(plan));
    expect((await get(`${listPath}/plan-2-v1`)).data).toMatchObject({ status: 'published', effectiveFrom: 20261201 });
    expect((await get(`${listPath}/plan-3-v1`)).status).toBe(404);
    expect(events.filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(await findDifferences(mapped.database, folder)).toEqual([]);
    const { rows } = await owner.query(
      'select (select count(*) from public.timetable) + (select count(*) from public.lesson_unit) as own',
    );
    expect(Number(rows[0].own)).toBe(0); // nothing was copied
  });

  describe('one sentence explains', () => {
    /** The views as the guide has them, after a test has changed one. */
    async function restore(): Promise<void> {
      await owner.query('drop schema school cascade');
      await owner.query(views);
      await owner.query(withRoles(paths));
    }

    const wrong: [string, string, string][] = [
      [
        'a view that is missing',
        'drop view school.break',
        "the view school.break is missing, so Belfry's own public.break is read: create it, or if you have nothing of the kind: create view school.break as table public.break",
      ],
      [
        'a column that is missing',
        'drop view school.subject; create view school.subject as select organisation_id, id, name, short_name, color, is_active from public.subject',
        'school.subject has no column external_id, which has to be of type text',
      ],
      [
        'a column of another type',
        'drop view school.lesson; create view school.lesson as select version_id, local_id, position::bigint as position, distribution_group_id from public.lesson',
        'the column position of school.lesson is of type bigint: cast it, position::integer',
      ],
      [
        'a list of another type',
        "drop view school.day_configuration; create view school.day_configuration as select version_id, bell_schedule_id, position, id, ''::varchar as day_ids, extra from public.day_configuration",
        'the column day_ids of school.day_configuration is of type character varying: cast it, day_ids::text[]',
      ],
      [
        'a view that may not be read',
        'revoke select on school.period from belfry_publisher',
        'school.period may not be read: grant select on it to the role',
      ],
      [
        'a schema that may not be used',
        'revoke usage on schema school from belfry_publisher',
        'the schema school of the search_path is skipped, since the role may not use it: grant usage on schema school to the role',
      ],
    ];
    test.each(wrong)('%s', async (_, statement, sentence) => {
      onTestFinished(restore);
      await owner.query(withRoles(statement));
      if (statement.includes('create view'))
        await owner.query(withRoles('grant select on all tables in schema school to belfry_publisher'));
      const { problems } = await checkMapping(mapped.database);
      expect(problems).toEqual([sentence]);
      const variables = { ...commandEnvironment(open, folder), DATABASE_URL: roles.urlOf('publisher') };
      const { code, stdout, stderr } = await runLine('check --database', variables);
      expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 1, first: sentence });
      expect(stderr).toMatch(/^error: .*\n$/);
      const build = await runLine('build', variables);
      expect({ code: build.code, said: build.stderr.includes(sentence) }).toEqual({ code: 3, said: true });
    });

    const wrongRows: [string, string, string][] = [
      [
        'a value that must not be null',
        `update erp.staff set last_name = null where school = 'hillside' and number = 17`,
        'school.teacher has 1 row without name, which must not be null',
      ],
      [
        'two rows with one key',
        `create or replace view school.version_subject as select 'plan-1-v1' as version_id, 'sub_MA' as local_id,
          'MA'::varchar(8) as entity_id, position from generate_series(0, 1) position`,
        'school.version_subject has 1 row too many: (version_id, local_id) must be unique',
      ],
    ];
    test.each(wrongRows)('%s', async (_, statement, sentence) => {
      onTestFinished(restore);
      onTestFinished(async () => {
        await owner.query(`update erp.staff set last_name = 'Byron' where school = 'hillside' and number = 17`);
      });
      await owner.query(statement);
      const variables = { ...commandEnvironment(open, folder), DATABASE_URL: roles.urlOf('publisher') };
      const { code, stdout } = await runLine('check --database', variables);
      expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 1, first: sentence });
    });
  });

  test('without views, Belfry’s own tables pass the check', async () => {
    expect(await checkMapping(open.database)).toEqual({ schemas: ['public'], mapped: false, problems: [] });
  });
});
