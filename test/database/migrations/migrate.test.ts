import { randomBytes } from 'node:crypto';
import { Migrator, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import * as timetables from '../../../src/database/migrations/0001-timetables.ts';
import * as changes from '../../../src/database/migrations/0002-changes.ts';
import { assertSchemaCurrent, migrate } from '../../../src/database/migrations/migrate.ts';
import {
  DatabaseDamagedError,
  DatabaseLockedError,
  DatabaseVersionError,
  exitCodeOf,
  exitCodes,
} from '../../../src/errors.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();

const run = (statement: string) => sql.raw(statement).execute(open.database);

test('migrating a migrated database runs nothing and changes nothing', async () => {
  const before = await dumpTables(open.database);
  expect(await migrate(open.database)).toEqual([]);
  expect(await Promise.all([migrate(open.database), migrate(open.database)])).toEqual([[], []]);
  expect(await dumpTables(open.database)).toEqual(before);
});

test('two processes that migrate an empty database at the same time run each migration once', async () => {
  await run('drop schema public cascade');
  await run('create schema public');
  const [one = [], other = []] = await Promise.all([migrate(open.database), migrate(open.database)]);
  expect([...one, ...other].length).toBeGreaterThan(0);
  expect(new Set([...one, ...other]).size).toBe(one.length + other.length);
});

// The embedded server runs one transaction at a time, so no lock is ever held.
test('a migration that cannot get its locks is tried again, gives up, and succeeds later', {
  tags: 'server',
}, async () => {
  const earlier = { '0001-timetables': timetables, '0002-changes': changes };
  await run('drop schema public cascade');
  await run('create schema public');
  const migrator = new Migrator({ db: open.database, provider: { getMigrations: async () => earlier } });
  await migrator.migrateToLatest();
  const locked: string[] = [];
  const refusal = await open.database.transaction().execute(async (editor) => {
    await sql`set local application_name = 'nightly export'`.execute(editor);
    await sql`lock table pending_change in row exclusive mode`.execute(editor);
    return migrate(open.database, {
      attempts: 2,
      lockSeconds: 0.1,
      onLocked: (name, holders) => locked.push(`${name} ${holders}`),
    }).catch((error: unknown) => error);
  });
  const holder =
    /process \d+ of the role postgres \(application nightly export, transaction since [-\d]+ [:\d]+ UTC\) holds pending_change/;
  expect(locked).toEqual([expect.stringMatching(new RegExp(`^0003-borders ${holder.source}$`))]);
  expect(refusal).toBeInstanceOf(DatabaseLockedError);
  expect(String(refusal)).toMatch(
    new RegExp(`0003-borders did not get its locks in 2 attempts: ${holder.source}\\. End`),
  );
  expect((await migrate(open.database)).at(0)).toBe('0003-borders');
});

describe('what other sessions hold (needs a server)', { tags: 'server' }, () => {
  const name = `belfry_outsider_${randomBytes(4).toString('hex')}`;
  const holding = async (role: string | null, statement: string, work: () => Promise<void>) => {
    const url = new URL(open.connectionString);
    if (role !== null) url.username = role;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(`begin; ${statement}`);
      await work();
    } finally {
      await client.end();
    }
  };
  beforeEach(async () => {
    await run('drop schema public cascade; create schema public; grant usage on schema public to public');
  });

  test('a role without grants keeps nobody from migrating, whatever advisory locks it holds', async () => {
    await run(`create role ${name} login`);
    // The number of kysely's own migrator, which earlier releases waited for.
    const everyNumber = 'select pg_advisory_lock(3853314791062309107), pg_advisory_lock_shared(1, 1)';
    await holding(name, everyNumber, async () => {
      expect((await migrate(open.database)).length).toBeGreaterThan(5);
    });
    await holding(name, everyNumber, async () => {
      expect(await migrate(open.database)).toEqual([]);
    });
    await run(`drop role ${name}`);
  });

  test('a lock on the table of migrations is named too', async () => {
    await migrate(open.database);
    await holding(null, 'lock table kysely_migration', async () => {
      await expect(migrate(open.database, { attempts: 1, lockSeconds: 0.1 })).rejects.toThrow(
        /did not get its locks in 1 attempts: process \d+ of the role postgres .* holds kysely_migration/,
      );
    });
  });
});

describe('a database of another release is refused in one sentence', () => {
  const renameLast = (to: string) =>
    run(`update kysely_migration set name = '${to}' where name = (select max(name) from kysely_migration)`);

  test('an older one, one without tables, and a newer one', async () => {
    await assertSchemaCurrent(open.database);
    await run(`create table kept as select * from kysely_migration`);
    await run(`delete from kysely_migration where name = (select max(name) from kysely_migration)`);
    await expect(assertSchemaCurrent(open.database)).rejects.toThrow(
      /is at \S+, older than this release; run `npm run/,
    );
    await run('delete from kysely_migration');
    await expect(assertSchemaCurrent(open.database)).rejects.toThrow('has no tables of Belfry; run `npm run');
    await run('insert into kysely_migration select * from kept');
    await renameLast('9999-later');
    await expect(assertSchemaCurrent(open.database)).rejects.toThrow('migrated by a newer release, to 9999-later');
    await expect(migrate(open.database)).rejects.toThrow(DatabaseVersionError);
    await run('delete from kysely_migration');
    await run('insert into kysely_migration select * from kept');
    await run('drop table kept');
  });
});

describe('a damaged database is refused in one sentence that says what is wrong and what to do', () => {
  const refusal = () =>
    migrate(open.database).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  test.each([
    [
      'a lost primary key',
      'alter table lesson_unit drop constraint lesson_unit_pkey',
      /: no primary key on lesson_unit;/,
    ],
    [
      'rows twice',
      `insert into organisation (id, name) values ('twice', 'x');
       alter table lesson_unit drop constraint lesson_unit_pkey; alter table api_key drop constraint api_key_pkey cascade;
       alter table organisation drop constraint organisation_pkey cascade; alter table organisation disable trigger all;
       alter table organisation drop constraint organisation_handle_key;
       insert into organisation select * from organisation where id = 'twice'`,
      /: no primary key on organisation, api_key, lesson_unit, rows twice in organisation;/,
    ],
    ['a missing table', 'drop table section', /: section missing;/],
    [
      'a migration recorded twice',
      `alter table kysely_migration drop constraint kysely_migration_pkey;
       insert into kysely_migration select * from kysely_migration limit 1`,
      /: 0001-timetables is recorded twice, no primary key on kysely_migration, rows twice in kysely_migration;/,
    ],
    [
      'tables of a newer release among those of an older one',
      `delete from kysely_migration where name >= '0011'`,
      /^DatabaseDamagedError: 0011-calendars failed \(.*already exists\)/,
    ],
  ])('%s', async (_, statements, sentence) => {
    await run('drop schema public cascade; create schema public');
    await migrate(open.database);
    await run(statements);
    const before = await dumpTables(open.database);
    const error = await refusal();
    expect(error).toBeInstanceOf(DatabaseDamagedError);
    expect(exitCodeOf(error)).toBe(exitCodes.outOfReach);
    expect(String(error)).toMatch(sentence);
    expect(String(error)).toMatch(
      /; restore a backup into an empty database, as [^\n]* describes under Restore; [^\n]*$/,
    );
    expect(await dumpTables(open.database)).toEqual(before);
  });

  test('a view of somebody in place of a table is no damage', async () => {
    await run('drop schema public cascade; create schema public');
    await migrate(open.database);
    await run('alter table section rename to own_section; create view section as select * from own_section');
    expect(await migrate(open.database)).toEqual([]);
    await run('drop view section; alter table own_section rename to section');
  });
});

describe('the constraints', () => {
  beforeEach(async () => {
    await run('delete from organisation');
    await run(`insert into organisation (id, name) values ('school', 'School')`);
    await run(`insert into timetable (id, organisation_id) values ('group', 'school')`);
    await run(`insert into timetable_version (id, timetable_id, version_number) values ('version', 'group', 1)`);
    await run(`insert into lesson (version_id, local_id, position) values ('version', 'lsn_1', 0)`);
    await run(`insert into bell_schedule (version_id, id, position, name, is_default, schedule_type)
      values ('version', 'bs_1', 0, '', true, 'weekly')`);
  });

  const organisation = (id: string, access = 'active', cause = 'null') =>
    `insert into organisation (id, name, access, locked_because) values ('${id}', 'x', '${access}', ${cause})`;
  const key = (id: string, sha256: string) =>
    `insert into api_key (id, organisation_id, name, sha256) values ('${id}', 'school', 'x', '${sha256}')`;
  const version = (id: string, columns: Record<string, string> = {}) => {
    const names = ['id', 'timetable_id', 'version_number', ...Object.keys(columns)];
    return `insert into timetable_version (${names}) values (${[`'${id}'`, `'group'`, '1', ...Object.values(columns)]})`;
  };
  const published = (from: string, to = 'null') =>
    version('v', { status: `'published'`, published_at: 'now()', effective_from: from, effective_to: to });
  const teacher = (id: string) =>
    `insert into teacher (organisation_id, id, name, short_name) values ('school', '${id}', '', '')`;
  const unit = (columns: string, values: string) =>
    `insert into lesson_unit (version_id, local_id, position, lesson_local_id, ${columns})
     values ('version', 'lu_1', 0, 'lsn_1', ${values})`;
  const group = (columns: string, values: string, lesson = 'lsn_1') =>
    `insert into lesson_group (version_id, lesson_local_id, id, position, ${columns})
     values ('version', '${lesson}', 'g', 0, ${values})`;
  const sha256 = 'a'.repeat(64);

  test.each([
    ['an organisation id in upper case', organisation('School')],
    ['an organisation id that leaves its folder', organisation('../school')],
    ['an organisation id of 65 characters', organisation('x'.repeat(65))],
    ['an empty organisation id', organisation('')],
    ['an organisation id with a line end', organisation('school\n')],
    ['an unknown access state', organisation('x', 'closed')],
    ['a locked organisation without a reason', organisation('x', 'locked')],
    ['a reason that does not exist', organisation('x', 'locked', `'whim'`)],
    ['an active organisation with a reason to be locked', organisation('x', 'active', `'trial_ended'`)],
    ['a suspended organisation with a reason to be locked', organisation('x', 'suspended', `'plan_ended'`)],
    ['a key whose hash is in upper case', key('k', 'A'.repeat(64))],
    ['a key whose hash is too short', key('k', 'a'.repeat(63))],
    ['a key id with a slash', key('a/b', sha256)],
    ['two keys of one hash', `${key('k1', sha256)}; ${key('k2', sha256)}`],
    ['an entity id with a space', teacher('a b')],
    ['an entity id with a letter beyond ASCII', teacher('ä')],
    ['two teachers of one id', `${teacher('t')}; ${teacher('t')}`],
    ['a timetable of nobody', `insert into timetable (id, organisation_id) values ('x', 'nobody')`],
    ['a version id with a dot', version('a.b')],
    [
      'a version without a timetable',
      `insert into timetable_version (id, timetable_id, version_number) values ('v', 'x', 1)`,
    ],
    ['a draft with a time of publication', version('v', { published_at: 'now()' })],
    ['a draft with a first day', version('v', { effective_from: '20260901' })],
    ['an unknown status', version('v', { status: `'archived'` })],
    ['an unknown scheduling mode', version('v', { scheduling_mode: `'chaos'` })],
    [
      'a published version without a time of publication',
      version('v', { status: `'published'`, effective_from: '20260901' }),
    ],
    ['a published version without a first day', version('v', { status: `'published'`, published_at: 'now()' })],
    ['the 31st of February', published('20260231')],
    ['the 29th of February of a common year', published('20260901', '20270229')],
    ['the month 13', published('20261301')],
    ['a day that is none', published('5')],
    ['a version that ends before it begins', published('20260901', '20260831')],
    ['section settings that are a list', version('v', { section_settings: `'[]'` })],
    [
      'settings of a course that are text',
      `insert into version_course (version_id, local_id, entity_id, position, settings)
      values ('version', 'crs_1', 'c', 0, '"x"')`,
    ],
    [
      'a version’s teacher with a bad entity id',
      `insert into version_teacher (version_id, local_id, entity_id, position)
      values ('version', 'tch_1', 'a b', 0)`,
    ],
    ['an unknown room mode', group('room_mode', `'some'`)],
    ['an unknown room variation', group('room_variation', `'often'`)],
    ['a group of a lesson that does not exist', group('name', `'x'`, 'lsn_9')],
    ['an unknown roomPickedBy', unit('room_picked_by', `'fate'`)],
    [
      'a day without a schedule',
      `insert into bell_day (version_id, bell_schedule_id, id, position, label, short_label, day_of_week)
      values ('version', 'bs_9', 'd', 0, '', '', 1)`,
    ],
    ['two bell schedules with the same id', `insert into bell_schedule select * from bell_schedule`],
    ['extra fields that are not an object', `update bell_schedule set extra = '1'`],
    ['a version without a number', `update timetable_version set version_number = null`],
  ])('refused: %s', async (_, statement) => {
    const before = await dumpTables(open.database);
    const refusal = await run(statement).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    // SQLSTATE classes 23, integrity constraint violation, and 22008, a day that is no date.
    expect(refusal).toMatch(/^(23...|22008)$/);
    expect(await dumpTables(open.database)).toEqual(before);
  });

  test.each([
    ['an organisation that is locked for a reason', organisation('x', 'locked', `'payment_failed'`)],
    ['the longest ids', `${organisation('x'.repeat(64))}; ${teacher('-'.repeat(64))}`],
    ['a published version of one day', published('20240229', '20240229')],
    ['a draft with a last day', version('v', { effective_to: '20270731' })],
    ['a unit with dangling references', unit('teacher_ids, section_local_id', `'{tch_9}', 'gone'`)],
  ])('accepted: %s', async (_, statement) => {
    await expect(run(statement)).resolves.toBeDefined();
  });

  test('deleting an organisation deletes its keys, its entities and its versions with their parts', async () => {
    await run(`${teacher('t')}; ${key('k', sha256)}`);
    await run(`delete from organisation where id = 'school'`);
    const { kysely_migration: _, ...dump } = await dumpTables(open.database);
    for (const table of ['teacher', 'api_key', 'timetable', 'timetable_version', 'lesson', 'bell_schedule'])
      expect([table, dump[table]]).toEqual([table, []]);
  });
});

test('every column for an organisation’s id has a CHECK of its form or a foreign key', async () => {
  const { rows } = await sql<{ name: string; isChecked: boolean }>`
    select relation.relname as name, exists (
      select from pg_constraint where conrelid = relation.oid and contype in ('c', 'f') and attribute.attnum = any(conkey)) as "isChecked"
    from pg_attribute attribute join pg_class relation on relation.oid = attribute.attrelid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and attribute.attname = 'organisation_id'`.execute(
    open.database,
  );
  expect(rows.length).toBeGreaterThan(10);
  // Its trigger checks: a CHECK would stop the replication.
  expect(rows.filter(({ isChecked }) => !isChecked)).toEqual([{ name: 'belfry_mark', isChecked: false }]);
});

test.each([
  "mark_changed('')",
  "mark_changed('..')",
  "mark_changed('../..')",
  "mark_changed('hillside/files')",
  "mark_changed('Hillside')",
  'mark_changed(null)',
  `mark_changed('${'x'.repeat(65)}')`,
  "mark_changed('hillside', '../x')",
  "mark_changed('hillside', '')",
  "mark_access_changed('..')",
  "mark_access_changed('hillside' || chr(10))",
  "mark_calendar_changed('..')",
  'mark_calendar_changed(null)',
])('%s is refused and says why', async (call) => {
  await expect(run(`select ${call}`)).rejects.toThrow(/^mark_\w+: (.* is not the id of an? |name an organisation)/s);
});

describe('a database of an earlier release, with rows in it', () => {
  const earlier = { '0001-timetables': timetables, '0002-changes': changes };

  test.each(['public', 'Belfry School'])('is brought up to date in the schema %s', async (schema) => {
    await run(`drop schema public cascade; drop schema if exists "Belfry School" cascade; create schema "${schema}"`);
    await open.database.connection().execute(async (connection) => {
      const query = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(connection);
      await query(`set search_path = "${schema}"`);
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => earlier } });
      expect((await migrator.migrateToLatest()).error).toBeUndefined();
      // As in databases from before PostgreSQL 15, and with rows that dangle.
      await query(`grant create on schema "${schema}" to public;
        insert into organisation (id, name) values ('school', 'School');
        insert into api_key (id, organisation_id, name, sha256) values ('k', 'school', 'K', '${'a'.repeat(64)}');
        delete from pending_change;
        select mark_changed(''), mark_changed('..'), mark_changed('school', '../../keys'), mark_access_changed('Upper');
        insert into pending_change (organisation_id, what, subject) values ('school', 'key', '../x');
        insert into publish_claim (organisation_id, kind) values ('../..', 'documents'), ('school', 'access');
        select mark_changed('school', 'School-V1'), mark_changed('gone'), mark_access_changed('school');
        update api_key set revoked_at = now()`);
      await query(`set search_path = "$user", "${schema}"`);
      expect((await migrate(connection)).at(0)).toBe('0003-borders');

      const { rows: pending } = await query(`select concat_ws(' ', organisation_id, what, subject) as mark
        from pending_change order by seq`);
      expect(pending.map(({ mark }) => mark)).toEqual([
        ...['school version School-V1', 'gone organisation', 'school access', 'school key'],
        `school key ${'a'.repeat(64)}`,
        // Everything is enqueued, to be published in this release's format.
        ...['school organisation', 'school access'],
      ]);
      expect((await query('select organisation_id from publish_lease')).rows).toEqual([{ organisation_id: 'school' }]);
      const { rows: open } = await query(`select where has_schema_privilege('public', '${schema}', 'create')`);
      expect(open).toEqual([]);
      await expectClosedFunctions(query, schema);

      // Later changes are enqueued as usual.
      await query(
        `delete from pending_change; update organisation set api_enabled = true; truncate organisation cascade`,
      );
      const { rows: marks } = await query('select distinct what from pending_change order by what');
      expect(marks.map(({ what }) => what)).toEqual(['access', 'key', 'organisation']);
      await query('set search_path = public');
    });
  });

  /**
   * Each function has Belfry's schema in its search_path, pg_temp last, and only its owner may call it, but for the one of an
   * index, which whoever writes a row executes.
   */
  async function expectClosedFunctions(
    query: (statement: string) => Promise<{ rows: Record<string, unknown>[] }>,
    schema: string,
  ) {
    const { rows } = await query(`select proname as name, proconfig as settings,
        has_function_privilege('public', oid, 'execute') as everybody
      from pg_proc where pronamespace = '"${schema}"'::regnamespace`);
    const path = `search_path=pg_catalog, ${schema === 'public' ? schema : `"${schema}"`}, pg_temp`;
    expect(rows.length).toBeGreaterThan(15);
    for (const { name, settings, everybody } of rows)
      expect({ name, settings, everybody }).toEqual({ name, settings: [path], everybody: name === 'scope_of_classes' });
  }
});
