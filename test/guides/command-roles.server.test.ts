// The roles of the guide to the tables: each command runs with the role that the guide names, and with another role the
// missing GRANT is printed.

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertMayAudit } from '../../src/control/audit/assert-may-audit.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { createGuideRoles, type GuideRoles } from '../support/create-guide-roles.ts';
import { createSchools, describeVersion, pendingCount } from '../support/fault-schools.ts';
import { readPointer } from '../support/published-school.ts';
import { commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

describe('the roles of the guide (a server alone has roles)', { tags: 'server' }, () => {
  let open: OpenDatabase;
  let owner: pg.Client;
  let roles: GuideRoles;
  let folder: string;

  beforeAll(async () => {
    open = await openTestDatabase();
    owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    roles = await createGuideRoles(owner, open.connectionString);
    folder = await temporaryFolder(whenFileEnds);
    await createSchools(open.database, ['north']);
  });
  afterAll(async () => {
    await roles?.drop();
    await owner?.end();
    await open?.close();
  });

  const environment = () => commandEnvironment(open, join(folder, 'out'));
  const as = (role: string) => ({ ...environment(), DATABASE_URL: roles.urlOf(role) });
  async function succeed(role: string, line: string): Promise<string> {
    const { code, stdout, stderr } = await runLine(line, as(role));
    expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, '']);
    return stdout;
  }

  test('before database and store are bound, other roles are asked for no more rights, only for the publisher', async () => {
    for (const [role, line] of [
      ['organisations', 'organisations create west --name West'],
      ['keys', 'keys create --organisation north --name x'],
      ['control', 'organisations create west --name West'],
    ] as const) {
      const { code, stderr } = await runLine(line, as(role));
      expect(stderr).toMatch(
        /^error: the database .* not bound to each other yet, and nothing was done: run `.*bind` once with/,
      );
      expect([line, code, stderr.includes('grant')]).toEqual([line, 3, false]);
    }
    await succeed('publisher', 'bind');
    await succeed('organisations', 'organisations create first --name First');
    await succeed('organisations', 'organisations delete first --confirm first');
  });

  test('publisher: build, status, rollback and watch', async () => {
    await succeed('publisher', 'build');
    await describeVersion(open.database, 'north-v1', 'changed');
    await succeed('publisher', 'build --full');
    expect(readPointer(join(folder, 'out'), 'north').generation).toBe(2);
    await succeed('publisher', 'status');
    await succeed('publisher', 'bind');
    await succeed('publisher', 'rollback --organisation north');
    expect(readPointer(join(folder, 'out'), 'north').rolledBackTo).toBe(1);
    const watching = startCommand('watch', [], as('publisher'));
    await watching.printed('Watching for changes');
    await describeVersion(open.database, 'north-v1', 'while it is watched');
    await waitUntil('it is published', async () => (await pendingCount(open.database)) === 0);
    watching.child.kill('SIGTERM');
    expect(await watching.finished).toMatchObject({ code: 0, stderr: '' });
  });

  test('organisations: list, create, set, rename and delete', async () => {
    await succeed('organisations', 'organisations create west --name West');
    expect(await succeed('organisations', 'organisations list')).toContain('west');
    await succeed('organisations', 'organisations set west --access suspended --api off');
    await succeed('organisations', 'organisations rename west --name Western');
    await succeed('organisations', 'organisations delete west --confirm west');
  });

  test('keys: create, list and revoke', async () => {
    const printed = await succeed('keys', 'keys create --organisation north --name x');
    const id = /key_[\w-]+/.exec(printed)?.[0];
    expect(await succeed('keys', 'keys list --organisation north')).toContain(id);
    await succeed('keys', `keys revoke ${id}`);
  });

  test('keys: rotate', async () => {
    const printed = await succeed('keys', 'keys create --organisation north --name x --json');
    const rotated = await succeed('keys', `keys rotate ${JSON.parse(printed).id} --organisation north --overlap 1h`);
    expect(rotated).toContain('belfry_');
  });

  test('admins: create, list and revoke, and the audit', async () => {
    const printed = await succeed('admins', 'admins create --name Ada --organisation north --role viewer --json');
    const { id } = JSON.parse(printed);
    expect(await succeed('admins', 'admins list')).toContain(id);
    await succeed('admins', `admins revoke ${id}`);
    expect(await succeed('admins', 'audit-log --organisation north')).toContain(id);
  });

  test('control: everything that the dashboard does', async () => {
    const { id } = JSON.parse(await succeed('control', 'keys create --organisation north --name x --json'));
    await succeed('control', `keys rotate ${id} --organisation north`);
    await succeed('control', `keys revoke ${id}`);
    const { linkId } = JSON.parse(
      await succeed('control', 'links create --organisation north --teacher entity-tch_1 --json'),
    );
    await succeed('control', `links revoke ${linkId}`);
    const calendar = join(folder, 'calendar.json');
    await writeFile(calendar, '{"timeZone":"Europe/Berlin","schoolDays":[1,2,3,4,5],"counting":"calendarWeeks"}');
    await succeed('control', `calendar import --organisation north ${calendar}`);
    await succeed('control', 'calendar remove --organisation north');
    const file = join(folder, 'of-control.json');
    const document = smallTimetable({ id: 'coast-v1', groupId: 'coast', orgId: 'coast' });
    await writeFile(file, JSON.stringify(document));
    await succeed('control', 'organisations create coast --name Coast');
    await succeed('control', `import --organisation coast ${file}`);
    await writeFile(file, JSON.stringify(document).replaceAll(/"name":"/g, '"name":"New '));
    await succeed('control', `import --organisation coast ${file}`);
    await succeed('control', 'build --organisation coast');
    await succeed('control', 'rollback --organisation north');
    await succeed('control', 'build');
    await succeed('control', 'organisations set coast --access suspended');
    await succeed('control', 'organisations rename coast --name Shore');
    await succeed('control', 'organisations delete coast --confirm coast --remove');
    await succeed('control', 'audit-log');
  });

  test('control: webhooks', async () => {
    const of = '--organisation north';
    const { id } = JSON.parse(await succeed('control', `webhooks create ${of} --url https://school.example/in --json`));
    expect(await succeed('control', `webhooks list ${of}`)).toContain(id);
    for (const overlap of ['24h', '0s']) await succeed('control', `webhooks rotate ${id} ${of} --overlap ${overlap}`);
    await succeed('control', `webhooks change ${id} ${of} --off`);
    await succeed('control', `webhooks deliveries ${id} ${of}`);
    await succeed('control', `webhooks remove ${id} ${of}`);
  });

  describe('what control may and may not do by SQL', () => {
    let client: pg.Client;
    beforeAll(async () => {
      await owner.query(
        `insert into admin (id, name, role, sha256) values ('adm_guide', 'x', 'operator', repeat('a', 64))`,
      );
      client = new pg.Client({ connectionString: roles.urlOf('control') });
      await client.connect();
    });
    afterAll(async () => {
      await client?.end();
      await owner.query(`delete from admin where id = 'adm_guide'`);
    });

    test.each([
      "select record_audit('north', 'build', 'published', '1', null, null)",
      'select prune_audit()',
      'select count(*) from audit',
      'select id, role, organisation_id from admin',
      `insert into admin_session (sha256, admin_id, kind, expires_at) values (repeat('b', 64), 'adm_guide', 'code', now())`,
      `delete from admin_session where admin_id = 'adm_guide'`,
      `select from organisation where id = 'north' for update`,
      `select from timetable_version where id = 'north-v1' for update`,
    ])('may: %s', async (statement) => {
      await client.query(statement);
    });

    test.each([
      ...["update audit set actor = 'x'", 'delete from audit', 'truncate audit'],
      "insert into audit (resource, action, database_user, via) values ('key', 'revoked', 'postgres', 'command')",
      `insert into admin (id, name, role, sha256) values ('adm_mine', 'x', 'operator', repeat('c', 64))`,
      ...["update admin set role = 'operator'", 'update admin set revoked_at = null', 'delete from admin'],
      ...["update organisation set handle = 'abcdefghijkl'", "update organisation set id = 'x'"],
      ...["update api_key set sha256 = repeat('d', 64)", 'delete from api_key', 'delete from link'],
      ...["update link set entity_id = 'x'", 'update lesson_unit set locked = true', 'delete from teacher'],
      ...["update timetable_version set status = 'draft'", 'delete from timetable'],
      ...["update store_binding set store_id = 'x'", 'delete from kysely_migration', 'select * from belfry_mark'],
      ...["select mark_changed('north')", "select mark_access_changed('north')", "select create_api_key('north', 'x')"],
      ...['select audit_actor()', 'alter table api_key disable trigger all', 'create table public.mine ()'],
      'set session_replication_role = replica',
    ])('may not: %s', async (statement) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    });
  });

  test('an audit that may not be recorded stops what is recorded, and no revocation', async ({ onTestFinished }) => {
    const { names } = roles;
    await owner.query(`revoke execute on function record_audit from ${names['keys']}, ${names['control']}`);
    onTestFinished(async () => {
      await owner.query(`grant execute on function record_audit to ${names['control']}`);
    });
    const as = await openDatabase({ url: roles.urlOf('control'), folder: '' });
    onTestFinished(() => as.close());
    await expect(assertMayAudit(as.database)).rejects.toThrow(
      `nothing is done; run as the owner of the tables: grant execute on function record_audit to ${names['control']} `,
    );
    const { id } = JSON.parse(await succeed('control', 'keys create --organisation north --name x --json'));
    await succeed('control', `keys revoke ${id}`);
    const { rows } = await owner.query(`select action, database_user, via from audit where subject = $1 order by id`, [
      id,
    ]);
    const by = { database_user: names['control'], via: 'command' };
    expect(rows).toEqual([
      { ...by, action: 'created' },
      { ...by, action: 'revoked' },
    ]);
  });

  test('control: a draft of another version is published, and renamed', async () => {
    const file = join(folder, 'draft.json');
    const document = smallTimetable({ id: 'shore-v1', groupId: 'shore', orgId: 'shore' });
    await writeFile(file, JSON.stringify(document));
    await succeed('control', `import --organisation shore --name Shore ${file}`);
    await succeed('control', 'timetables publish shore-v1 --organisation shore');
    await succeed('control', 'timetables rename shore-v1 --organisation shore --name Coastal');
  });

  test('links: create, list and revoke', async () => {
    const printed = await succeed('links', 'links create --organisation north --teacher entity-tch_1');
    const id = /link_[\w-]+/.exec(printed)?.[0];
    expect(await succeed('links', 'links create --organisation north --all-classes')).toContain('belfry_link_');
    expect(await succeed('links', 'links list --organisation north')).toContain(id);
    await succeed('links', `links revoke ${id}`);
  });

  test('import: into an organisation that it creates, again, and changed in every part', async () => {
    const file = join(folder, 'timetable.json');
    const document = smallTimetable({ id: 'east-v1', groupId: 'east', orgId: 'east' });
    const importing = `import --organisation east --name East ${file}`;
    await writeFile(file, JSON.stringify(document));
    expect(await succeed('import', importing)).toContain(': imported ');
    expect(await succeed('import', importing)).toContain('is unchanged');
    const renamed = JSON.stringify(document).replaceAll(/"name":"/g, '"name":"New ');
    await writeFile(file, renamed);
    expect(await succeed('import', importing)).toContain(': imported ');
    await succeed('import', 'timetables publish east-v1 --organisation east');
  });

  test('editor and dashboard: their own tables and marks by plain SQL', async () => {
    const run = async (role: string, statement: string) => {
      const client = new pg.Client({ connectionString: roles.urlOf(role) });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    await run('editor', "update lesson_unit set locked = true; select mark_changed('north', 'north-v1')");
    await run('dashboard', "update api_key set revoked_at = now(); select mark_access_changed('north')");
    await expect(run('editor', 'select sha256 from api_key')).rejects.toThrow('permission denied');
    await expect(run('dashboard', 'select name from teacher')).rejects.toThrow('permission denied');
  });

  test.each([
    ['editor', 'organisations list', 'select on kysely_migration'],
    ['dashboard', 'build', 'select on kysely_migration'],
    ['keys', 'organisations create other --name x', 'select, insert on organisation'],
    ['keys', 'organisations set north --api on', 'select, update on organisation'],
    ['organisations', 'keys revoke key_x', 'select, update on api_key'],
    ['import', 'keys create --organisation north --name x', 'select, insert on api_key'],
    ['keys', 'links revoke link_x', 'select, update on link'],
  ])('%s may not run `%s`, and the missing grant is printed', async (role, line, grant) => {
    const { code, stderr } = await runLine(line, as(role));
    expect(stderr).toMatch(/^error: PostgreSQL refused the role \w+: permission denied for table \w+; [^\n]*\n$/);
    expect(stderr).toContain(`run as the owner of the tables: grant ${grant} to ${roles.names[role]} `);
    expect(code).toBe(3);
  });

  test('granting each missing privilege that is printed lets the command succeed', async ({ onTestFinished }) => {
    const name = `Belfry ${randomBytes(4).toString('hex')}`; // a name that wants quotes
    await owner.query(`create role "${name}" login`);
    onTestFinished(async () => {
      await owner.query(`drop owned by "${name}"; drop role "${name}"`);
    });
    const url = new URL(open.connectionString);
    url.username = name;
    const granted: string[] = [];
    for (;;) {
      const line = 'keys create --organisation north --name x';
      const { code, stderr } = await runLine(line, { ...environment(), DATABASE_URL: url.href });
      if (code === 0) break;
      expect({ code, granted, stderr }).toMatchObject({ code: 3, granted: expect.not.arrayContaining([stderr]) });
      const grant = /grant [^(]+ on (?:function )?\w+ to "[^"]+"/.exec(stderr)?.[0] ?? '';
      await owner.query(grant);
      granted.push(stderr);
    }
    expect(granted.length).toBeGreaterThan(2);
  });
});
