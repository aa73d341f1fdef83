// The functions and triggers of a database are those of the files, and are replaced when the files have others.

import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { areNewerFunctions, currentFunctions } from '../../../src/database/functions/current-functions.ts';
import { functionNames } from '../../../src/database/functions/function-names.ts';
import { triggers } from '../../../src/database/functions/triggers.ts';
import { assertSchemaCurrent, migrate } from '../../../src/database/migrations/migrate.ts';
import { dumpCatalogue } from '../../support/dump-catalogue.ts';
import { migrateTo } from '../../support/migrate-to.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const folder = new URL('../../../src/database/functions/', import.meta.url);
const current = currentFunctions().name;

const run = (statement: string) => sql.raw(statement).execute(open.database);
async function namesOf(query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(query).execute(open.database);
  return rows.map(({ name }) => name).toSorted();
}
const record = (name: string) => run(`update kysely_migration set name = '${name}' where name like 'functions-%'`);

async function startAnew(): Promise<void> {
  await run('drop schema public cascade; create schema public; grant usage on schema public to public');
  await migrate(open.database);
}

describe('the files', () => {
  test('are those that are listed, each with one function of its name', () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
    const listed = Object.entries(functionNames).flatMap(([room, names]) => names.map((name) => `${room}/${name}.sql`));
    expect(found.toSorted()).toEqual(listed.toSorted());
    const made = listed.map((path) => [
      ...readFileSync(new URL(path, folder), 'utf8').matchAll(/^create or replace function @extschema@\.(\w+)\(/gim),
    ]);
    expect(made.map((each) => each.map(([, name]) => `${name}`))).toEqual(
      listed.map((path) => [path.replace(/^.*\/(.*)\.sql$/, '$1')]),
    );
  });

  test('are all functions of a database, but for the one that an index holds', async () => {
    const found = await namesOf(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`);
    expect(found).toEqual([...Object.values(functionNames).flat(), 'scope_of_classes'].toSorted());
  });

  test('a trigger of the list is in a database, and no other', async () => {
    const found = await namesOf(
      `select format('%s %s', tgrelid::regclass, tgname) as name from pg_trigger where not tgisinternal`,
    );
    expect(found).toEqual(triggers.map(({ table, name }) => `${table} ${name}`).toSorted());
  });
});

describe('`migrate`', () => {
  beforeEach(startAnew);

  test('replaces the functions of an earlier release and records them once', async () => {
    const before = await dumpCatalogue(open.database);
    await run(`create or replace function mark_name() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$ begin return null; end $$`);
    expect(await migrate(open.database)).toEqual([]);
    await record('functions-0.1.9-0123456789ab');
    await expect(assertSchemaCurrent(open.database)).rejects.toThrow(
      `is at functions-0.1.9-0123456789ab, older than this release; run \`npm run migrate\`, which brings it to ${current}`,
    );
    expect(await migrate(open.database)).toEqual([current]);
    expect(await dumpCatalogue(open.database)).toEqual(before);
    expect(await namesOf(`select name from kysely_migration where name like 'functions%'`)).toEqual([current]);
    await assertSchemaCurrent(open.database);
  });

  test('replaces them with a migration too, whose functions it does not know yet', async () => {
    await run(
      `alter table timetable drop constraint timetable_id_check, add constraint timetable_id_check check (id <> '')`,
    );
    await run(`delete from kysely_migration where name = '0015-own-ids'`);
    expect(await migrate(open.database)).toEqual(['0015-own-ids', current]);
  });

  test('refuses those of a newer release, as it refuses its migrations', async () => {
    await record('functions-99.0.0-0123456789ab');
    const words = 'was migrated by a newer release, to functions-99.0.0-0123456789ab';
    await expect(migrate(open.database)).rejects.toThrow(words);
    await expect(assertSchemaCurrent(open.database)).rejects.toThrow(words);
  });

  test('leaves who may call a function as it was; a new one only its owner may call, and whoever publishes', async () => {
    await run('drop role if exists belfry_replace; create role belfry_replace');
    await run(
      'grant execute on function revoke_link(text) to belfry_replace; grant insert on publish_lease to belfry_replace',
    );
    await run('drop function wait_for_changes, author, revoke_api_key');
    await record('functions-0.1.9-0123456789ab');
    await migrate(open.database);
    const mayCall = (name: string) =>
      namesOf(`select case grantee when 0 then 'public' else grantee::regrole::text end as name
        from pg_proc, aclexplode(proacl) where proname = '${name}' and grantee <> proowner`);
    expect(await Promise.all(['revoke_link', 'wait_for_changes', 'author', 'revoke_api_key'].map(mayCall))).toEqual([
      ['belfry_replace'],
      ['belfry_replace'],
      [],
      [],
    ]);
    await run('drop owned by belfry_replace; drop role belfry_replace');
  });

  test('makes a trigger that is missing again, and none on a view in place of a table', async () => {
    const before = await dumpCatalogue(open.database);
    await run('drop trigger mark_update on lesson_unit; drop trigger enqueue_mark on belfry_mark');
    await run('drop trigger bound_versions on timetable_version');
    expect(await migrate(open.database)).toEqual(['triggers']);
    expect(await dumpCatalogue(open.database)).toEqual(before);
    await run('alter table section rename to own_section; create view section as select * from own_section');
    expect(await migrate(open.database)).toEqual([]);
  });

  test('changes everything or nothing', async () => {
    await run('drop schema public cascade; create schema public');
    await migrateTo(open.database, '0008');
    const before = await dumpCatalogue(open.database);
    await run('create table version_size ()'); // in the way of the last migrations
    await expect(migrate(open.database)).rejects.toThrow(/^0014-storage-bounds failed .*this one was not changed$/);
    await run('drop table version_size');
    expect(await dumpCatalogue(open.database)).toEqual(before);
    expect((await migrate(open.database)).at(-1)).toBe(current);
  });
});

describe('beside other sessions', { tags: 'server' }, () => {
  beforeEach(startAnew);

  const connect = async () => {
    const client = new pg.Client({ connectionString: open.connectionString });
    await client.connect();
    return client;
  };

  test('functions are replaced whatever tables others lock', async () => {
    await record('functions-0.1.9-0123456789ab');
    const editor = await connect();
    await editor.query('begin');
    for (const table of new Set(triggers.map((trigger) => trigger.table)))
      await editor.query(`lock table "${table}" in access exclusive mode`);
    expect(await migrate(open.database, { attempts: 1, lockSeconds: 1 })).toEqual([current]);
    await editor.end();
  });

  test('a deadlock with an editor is no damage, and the upgrade is tried again', async () => {
    await run('drop schema public cascade; create schema public');
    await migrateTo(open.database, '0008');
    const editor = await connect();
    // PostgreSQL ends whoever finds the deadlock, and looks for one only after this time of waiting: here the upgrade finds it.
    await editor.query(`set deadlock_timeout = '1min'`);
    await editor.query('begin; lock table timetable_version in row exclusive mode');
    const waiting: string[] = [];
    const migrated = migrate(open.database, { lockSeconds: 5, onLocked: (step) => waiting.push(step) });
    const isWaiting = async () =>
      (await editor.query(`select from pg_locks where not granted and relation = 'timetable_version'::regclass`))
        .rowCount;
    await expect.poll(isWaiting, { interval: 10 }).toBe(1);
    await editor.query('select from api_key; commit');
    expect((await migrated).at(-1)).toBe(current);
    expect(waiting).not.toEqual([]);
    await editor.end();
  });
});

test.each([
  ['functions-0.2.9-0123456789ab', '0.3.0', false],
  ['functions-0.3.0-0123456789ab', '0.3.0', false],
  ['functions-0.3.1-0123456789ab', '0.3.0', true],
  ['functions-0.10.0-0123456789ab', '0.9.9', true],
  ['functions-1.0.0-0123456789ab', '0.9.9', true],
  ['functions-0.9.9-0123456789ab', '1.0.0', false],
])('%s beside release %s: newer is %s', (name, release, newer) => {
  expect(areNewerFunctions(name, release)).toBe(newer);
});
