// The roles of the guide to the tables: each command runs with the role that the guide names, and with another role the
// missing GRANT is printed.

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
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
      const grant = /grant [^(]+ on \w+ to "[^"]+"/.exec(stderr)?.[0] ?? '';
      await owner.query(grant);
      granted.push(stderr);
    }
    expect(granted.length).toBeGreaterThan(2);
  });
});
