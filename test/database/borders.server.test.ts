// What each role of the guide, and a role without any grant, can do to the database and to the published output: never
// more than its own grants allow.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { type Publisher, setAccess } from '../support/belfry.ts';
import { createGuideRoles, type GuideRoles } from '../support/create-guide-roles.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { readFiles } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const roleNames = ['editor', 'dashboard', 'publisher', 'import', 'keys', 'organisations', 'outsider'];
const commands = ['publisher', 'import', 'keys', 'organisations'];

describe('the database (needs a server, which has roles)', { tags: 'server' }, () => {
  let open: OpenDatabase;
  let owner: pg.Client;
  let roles: GuideRoles;
  let publisher: Publisher;
  let around: string;

  beforeAll(async () => {
    open = await openTestDatabase();
    owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    await createSchools(open.database, ['north', 'south']);
    await owner.query(`insert into calendar (organisation_id, time_zone, counting) values ('north', 'Europe/Berlin', 'calendarWeeks');
      insert into calendar_exception (organisation_id, date, name, kind) values ('north', 20261224, 'Christmas Eve', 'closed')`);
    // Other files lie beside the published output, where a path that leads out of it would reach them.
    around = await temporaryFolder(whenFileEnds);
    const folder = join(around, 'store', 'out');
    await mkdir(folder, { recursive: true });
    for (const name of ['neighbour', join('store', 'beside')]) await writeFile(join(around, name), 'theirs');
    publisher = publisherInto(folder);
    await runBuild(publisher, open.database, 'everything');
    await newKeyOf(open.database, publisher, 'north');
    const { id } = await newKeyOf(open.database, publisher, 'south');
    await owner.query('update api_key set revoked_at = now() where id = $1', [id]);
    await setAccess(open.database, publisher, 'south', { access: 'suspended' });
    await runBuild(publisher, open.database);
    await owner.query(`delete from pending_change where what = 'calendar'`);
    roles = await createGuideRoles(owner, open.connectionString, ['outsider']);
    for (const name of Object.values(roles.names)) await owner.query(`create schema own_${name} authorization ${name}`);
  });
  afterAll(async () => {
    await roles?.drop();
    await owner?.end();
    await open?.close();
  });

  /** Everything in the tables, and every file but the publisher's heartbeat, which each build renews. */
  async function everything() {
    const files = [...readFiles(around)].filter(([path]) => !path.endsWith('/out/publisher.json'));
    return { tables: await dumpTables(open.database), files: new Map(files) };
  }

  describe.each(roleNames)('as %s', (role) => {
    let before: Awaited<ReturnType<typeof everything>>;
    let client: pg.Client;

    beforeEach(async () => {
      before = await everything();
      client = new pg.Client({ connectionString: roles.urlOf(role) });
      await client.connect();
    });
    afterEach(async () => {
      await client.end();
      expect(await everything()).toEqual(before);
      await runBuild(publisher, open.database);
      expect(await everything()).toEqual(before);
    });

    /** The SQLSTATE of a refusal, or null where the statement was carried out. */
    const attempt = (statement: string, values: unknown[] = []) =>
      client.query(statement, values).then(
        () => null,
        (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
      );

    test('every statement that takes an id refuses one of an invalid form', async () => {
      for (const { statement, ids } of waysOfAnId) {
        // Not permitted, an invalid parameter, or a CHECK.
        for (const id of ids)
          expect([statement, id, await attempt(statement, [id])]).toEqual([
            statement,
            id,
            expect.stringMatching(/^(42501|22023|23514)$/),
          ]);
      }
    });

    test('statements without a grant to the role are refused', async () => {
      const mine = `own_${roles.names[role]}`;
      const isCommand = commands.includes(role);
      const statements = [
        ...(isCommand ? [] : writesToTheQueue),
        ...(isCommand ? [] : ['delete from changed_version', 'select * from changed_version']),
        ...(isCommand ? ['truncate pending_change'] : []),
        ...(isCommand && !['publisher', 'organisations'].includes(role) ? ['delete from publish_lease'] : []),
        ...(['dashboard', 'keys'].includes(role) ? [] : ['update api_key set revoked_at = null']),
        ...(['dashboard', 'organisations'].includes(role) ? [] : ["update organisation set access = 'active'"]),
        ...(role === 'dashboard' ? [] : ["update api_key set organisation_id = 'south'"]),
        ...(['dashboard', 'organisations'].includes(role) ? [] : ['delete from organisation']),
        ...(['publisher', 'import', 'organisations'].includes(role) ? [] : writesToPublications),
        ...(role === 'editor'
          ? []
          : [
              "select mark_changed('north')",
              "select mark_changed('north', 'north-v1')",
              "select mark_calendar_changed('north')",
            ]),
        ...(['editor', 'import'].includes(role) ? [] : writesToCalendars),
        ...(['editor', 'import', 'publisher'].includes(role) ? [] : ['select * from calendar_exception']),
        ...(['editor', 'import', 'publisher', 'organisations'].includes(role) ? [] : ['select * from calendar']),
        ...(role === 'dashboard'
          ? []
          : [
              "select mark_access_changed('north')",
              "select create_api_key('north', 'Mine')",
              "select revoke_api_key('key_1')",
            ]),
        "select api_key_text('0123456789ab', decode(repeat('00', 32), 'hex'))",
        'select random_bytes(1)',
        ...(await enqueueingFunctions()).map(
          (
            name,
          ) => `create table ${mine}.bait (id text, organisation_id text, sha256 text, version_id text, timetable_id text);
            create trigger bait after insert on ${mine}.bait referencing new table as inserted
              for each statement execute function public.${name}();
            insert into ${mine}.bait values ('..', '..', '..', '..', '..')`,
        ),
        ...takingOver,
        ...reachingTheAudit,
      ];
      for (const statement of statements) expect([statement, await attempt(statement)]).toEqual([statement, '42501']);
    });

    test('tables, functions and operators of their own never shadow Belfry’s, so every change is marked', async () => {
      const mine = `own_${roles.names[role]}`;
      for (const shadow of shadows(mine)) {
        for (const { change, mark, audited = [] } of changes) {
          const attacker = new pg.Client({ connectionString: roles.urlOf(role) });
          await attacker.connect();
          await attacker.query(shadow);
          // Twice, since the second time undoes the first.
          for (let time = 0; time < 2; time++) {
            const code = await attacker.query(change).then(
              () => null,
              (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
            );
            await owner.query('delete from changed_version');
            const { rows } = await owner.query('delete from pending_change returning organisation_id, what');
            const marks = rows.map(({ organisation_id, what }) => `${organisation_id} ${what}`);
            const { rows: entries } = await owner.query(
              'delete from audit where database_user = $1 returning resource',
              [roles.names[role]],
            );
            expect([shadow, change, entries.map(({ resource }) => resource)]).toEqual([
              ...[shadow, change],
              code === null ? audited : [],
            ]);
            if (code === null)
              expect([shadow, change, marks]).toEqual([shadow, change, expect.arrayContaining([mark])]);
            else expect([shadow, change, code, marks]).toEqual([shadow, change, '42501', []]);
          }
          await attacker.query(`drop schema ${mine} cascade`).catch(() => {});
          await attacker.end();
          await owner.query(`create schema if not exists ${mine} authorization ${roles.names[role]}`);
        }
      }
    });
  });

  async function enqueueingFunctions(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype`.execute(open.database);
    expect(rows.length).toBeGreaterThan(10);
    return rows.map(({ name }) => name);
  }
});

/** Text that PostgreSQL accepts and that is not a valid id: parts of paths, nearly valid ids, and arbitrary text. */
function idsWithout(rightForm: RegExp): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...[
      '..',
      '.',
      '/',
      '\\',
      '//',
      'north',
      'north/files',
      'records',
      'organisations',
      'handle.json',
      '~',
      '%2e%2e',
      '%00',
    ],
    ...['', ' ', '\n', '\t', '\u202e', '\u0130', 'ſ', 'North', '*', '?', "'; drop table organisation; --", '$$', '{a}'],
  );
  const pieces = fc.array(piece, { maxLength: 6 });
  const right = fc.stringMatching(/^[a-z0-9_-]{1,64}$/);
  return fc
    .oneof(
      pieces.map((parts) => parts.join('')),
      pieces.map((parts) => parts.join('/')),
      fc.integer({ min: 65, max: 5_000 }).map((length) => 'a'.repeat(length)),
      fc.tuple(right, piece).map((parts) => parts.join('')),
      fc.tuple(piece, right).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    )
    .map((text) => text.replaceAll('\0', ''))
    .filter((text) => !rightForm.test(text));
}

/** The statements by which an id reaches what the publisher reads, each with invalid ids: 2,700 in all. */
const some = (form: RegExp) => [
  '',
  '.',
  '..',
  '../..',
  '../../keys',
  'north/files',
  ...fc.sample(idsWithout(form), 294),
];
const organisationIds = some(/^[a-z0-9_-]{1,64}$/);
const versionIds = some(/^[A-Za-z0-9_-]{1,64}$/);
const keyHashes = some(/^[0-9a-f]{64}$/);
const waysOfAnId = [
  { statement: 'select mark_changed($1)', ids: organisationIds },
  { statement: "select mark_changed($1, 'north-v1')", ids: organisationIds },
  { statement: "select mark_changed('north', $1)", ids: versionIds },
  { statement: 'select mark_access_changed($1)', ids: organisationIds },
  { statement: 'select mark_calendar_changed($1)', ids: organisationIds },
  { statement: "insert into pending_change (organisation_id, what) values ($1, 'access')", ids: organisationIds },
  {
    statement: "insert into pending_change (organisation_id, what, subject) values ('north', 'version', $1)",
    ids: versionIds,
  },
  {
    statement: "insert into pending_change (organisation_id, what, subject) values ('north', 'key', $1)",
    ids: keyHashes,
  },
  {
    statement: "insert into publish_lease (organisation_id, kind) values ($1, 'documents')",
    ids: organisationIds,
  },
  { statement: 'insert into organisation (id, name) values ($1, $1)', ids: organisationIds },
];

const writesToTheQueue = [
  "insert into pending_change (organisation_id, what) values ('north', 'organisation')",
  'delete from pending_change',
  'update pending_change set organisation_id = organisation_id',
  'select * from pending_change',
  'truncate pending_change',
  "insert into publish_lease (organisation_id, kind) values ('north', 'access')",
  'update publish_lease set retry_at = now()',
  'select * from publish_lease for update',
  'delete from publish_lease',
];

const writesToPublications = [
  "insert into publication (organisation_id, version_id, state, since) values ('north', 'north-v1', 'served', now())",
  "update publication set state = 'served', reason = null",
  'delete from publication',
];

const writesToCalendars = [
  "insert into calendar (organisation_id, time_zone, counting) values ('south', 'UTC', 'calendarWeeks')",
  "update calendar set time_zone = 'UTC'",
  'delete from calendar',
  "insert into calendar_exception (organisation_id, date, name, kind) values ('north', 20261225, 'Mine', 'closed')",
  'update calendar_exception set date = date + 1',
  'delete from calendar_exception',
];

const reachingTheAudit = [
  'select * from audit',
  "insert into audit (resource, action, database_user, via) values ('key', 'revoked', 'postgres', 'command')",
  "update audit set actor = 'somebody'",
  'delete from audit',
  'truncate audit',
  'select prune_audit()',
  'select audit_actor()',
  'select * from admin',
  'update admin set revoked_at = null',
  'select * from admin_session',
  'select * from control_idempotency',
  'alter table api_key disable trigger audit_update',
  'drop trigger audit_update on organisation',
];

const takingOver = [
  'create function public.belfry_own() returns void language sql as $$ select $$',
  'create function public.mark_changed(organisation text) returns void language sql as $$ select $$',
  'create table public.belfry_own ()',
  'create operator public.= (leftarg = text, rightarg = text, function = starts_with)',
  'create or replace function public.mark_version() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter function public.mark_key() reset search_path',
  'alter table api_key disable trigger all',
  'drop trigger mark_update on api_key',
  'alter table pending_change drop constraint pending_change_organisation_id',
  'create trigger mark_insert after insert on pending_change for each row execute function public.mark_key()',
  'create rule suppressed as on insert to pending_change do instead nothing',
  'set session_replication_role = replica',
  'set role postgres',
  'create schema pg_temp_99',
  'grant execute on function public.mark_key() to public',
  'alter default privileges for role postgres grant all on tables to public',
  'truncate lesson_unit',
  'truncate calendar',
  'alter table calendar_exception disable trigger all',
  'truncate changed_version',
  "insert into changed_version (version_id) values ('north-v1')",
  "insert into belfry_mark (organisation_id, what) values ('north', 'organisation')",
  'delete from belfry_mark',
];

/** Creates a table, function or operator that would be found in place of Belfry's if names were looked up by search_path. */
function shadows(mine: string): string[] {
  const becomingTheOwner = `create function ${mine}.become() returns text language plpgsql as $$
      begin alter table public.api_key disable trigger all; update public.api_key set revoked_at = null;
      alter table public.api_key enable trigger all; return 'x'; end $$;
    grant usage on schema ${mine} to public;`;
  const shadow = (name: string, columns: string) => `create temporary table ${name} (${columns});
    grant all on pg_temp.${name} to public;`;
  const queue = `organisation_id text, what text, subject text, changed_at timestamptz default now()`;
  return [
    `${becomingTheOwner} ${shadow('pending_change', `seq text default ${mine}.become(), ${queue}`)}`,
    shadow('pending_change', `seq bigint, ${queue}`),
    shadow('changed_version', 'version_id text primary key'),
    `${shadow('timetable', 'id text, organisation_id text')} ${shadow('timetable_version', 'id text, timetable_id text, status text')}
      ${shadow('organisation', 'id text')} ${shadow('api_key', 'organisation_id text, sha256 text')}`,
    `${shadow('inserted', 'version_id text')} ${shadow('deleted', 'version_id text')} ${shadow('changed', 'id text')}`,
    `create function ${mine}.never(text, text) returns boolean language sql as $$ select false $$;
      create operator ${mine}.= (leftarg = text, rightarg = text, function = ${mine}.never);
      create operator ${mine}.!~ (leftarg = text, rightarg = text, function = ${mine}.never);
      set search_path = ${mine}, pg_temp, public, pg_catalog`,
    `${becomingTheOwner}
      create function ${mine}.pg_notify(text, text) returns text language sql as $$ select ${mine}.become() $$;
      create function ${mine}.format(text, text) returns text language sql as $$ select ${mine}.become() $$;
      create function ${mine}.unnest(text[]) returns setof text language sql as $$ select ''::text where false $$;
      create table ${mine}.pending_change (seq bigint, ${queue});
      set search_path = ${mine}, public, pg_catalog`,
  ];
}

/** Changes that some of the roles may make, and the queue entry that each must leave. Making a change twice undoes it. */
const changes: { change: string; mark: string; audited?: string[] }[] = [
  {
    change: "update public.lesson_unit set locked = not locked where version_id operator(pg_catalog.=) 'north-v1'",
    mark: 'north version',
  },
  {
    change: "update public.teacher set name = reverse(name) where organisation_id operator(pg_catalog.=) 'north'",
    mark: 'north version',
  },
  {
    change: "update public.timetable set name = reverse(name) where organisation_id operator(pg_catalog.=) 'north'",
    mark: 'north list',
  },
  {
    change: "update public.api_key set name = reverse(name) where organisation_id operator(pg_catalog.=) 'north'",
    mark: 'north key',
    audited: ['key'],
  },
  {
    change: "update public.organisation set api_enabled = not api_enabled where id operator(pg_catalog.=) 'north'",
    mark: 'north access',
    audited: ['organisation'],
  },
  {
    change:
      "update public.calendar_exception set name = reverse(name) where organisation_id operator(pg_catalog.=) 'north'",
    mark: 'north calendar',
    audited: ['calendar'],
  },
  { change: "select public.mark_changed('north')", mark: 'north organisation' },
  { change: "select public.mark_calendar_changed('north')", mark: 'north calendar' },
  { change: "select public.mark_access_changed('north')", mark: 'north access' },
];
