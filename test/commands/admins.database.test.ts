// `admins`, `keys rotate` and `audit-log`: tokens are shown once and stored nowhere, a rotated key works on for its overlap, and what
// commands change is recorded with the user of the system.

import { writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { buildSchool, loadSchool, publisherOf } from '../support/published-school.ts';
import { type CommandEnvironment, commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runningServer } from '../support/running-server.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
let out: string;
let variables: CommandEnvironment;

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await open.database.deleteFrom('admin').execute();
  await open.database.deleteFrom('audit').execute();
  await loadSchool(open.database, 'school', [publishedTimetable('version-1')]);
  out = join(await temporaryFolder(), 'out');
  await bindTestStore(open, out);
  variables = commandEnvironment(open, out);
  await buildSchool(publisherOf(out), open.database, 'school');
});

const run = (line: string) => runHere(line, variables);
async function reported(line: string) {
  const { code, stdout, stderr } = await run(`${line} --json`);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('admins', () => {
  test('a token is printed once, at its creation, and stored nowhere', async () => {
    const created = await run('admins create --name Ada');
    const [token = ''] = /belfry_admin_\w{50}/.exec(created.stdout) ?? [];
    expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('shown this once') });
    expect(token).toHaveLength(63);
    const listed = await run('admins list');
    expect(listed.stdout).toMatch(/^adm_\S+ +Ada +operator +all +\d{4}-\d\d-\d\d +postgres +never +active$/m);
    for (const text of [JSON.stringify(await dumpTables(open.database)), listed.stdout])
      expect(text).not.toContain(token.slice(25));
  });

  test('with an organisation it is a manager unless the role says otherwise, and JSON has the token', async () => {
    expect(await reported('admins create --name x --organisation school --expires 2999-01-01')).toMatchObject({
      id: expect.stringMatching(/^adm_/),
      token: expect.stringMatching(/^belfry_admin_/),
      ...{ role: 'manager', organisationId: 'school', expiresAt: '2999-01-01T00:00:00.000Z' },
    });
    expect(await reported('admins create --name x --role viewer')).toMatchObject({ organisationId: null });
  });

  test.each([
    ['admins create --name x --role manager', 'A manager has an organisation'],
    ['admins create --name x --role operator --organisation school', 'An operator has no organisation'],
    ['admins create --name x --organisation nowhere', 'there is no organisation nowhere'],
    ['admins create --name x --role owner', 'Allowed choices are operator, manager, viewer'],
    ['admins revoke adm_none', 'there is no admin adm_none'],
    ['admins revoke belfry_admin_0123456789abx', 'this is not a whole token'],
    ['admins revoke Bearer:belfry_admin_0123456789abx', 'neither the id of an admin nor its token'],
    ['audit-log --limit 1001', '--limit is at most 1000'],
    ['audit-log --after x', 'It is not the `next` of an earlier answer'],
  ])('%s is refused', async (line, sentence) => {
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/belfry_admin_\w{8}/);
  });

  test('is revoked by its id, or by the token from standard input', async () => {
    const [one, other] = [await reported('admins create --name One'), await reported('admins create --name Other')];
    expect((await run(`admins revoke ${one.id}`)).stdout).toBe(
      `Revoked admin ${one.id}. The dashboard refuses it from now on.\n`,
    );
    expect(await runLine('admins revoke -', variables, `${other.token}\n`)).toMatchObject({ code: 0, stderr: '' });
    expect((await run('admins list')).stdout.match(/revoked by postgres$/gm)).toHaveLength(2);
  });
});

describe('keys rotate', () => {
  test('the new key works at once, the old one until the overlap is over', async () => {
    const { id, key } = await reported('keys create --organisation school --name Website --expires 2999-01-01');
    const server = await runningServer(out);
    const status = async (bearer: string) =>
      (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${bearer}` } })).status;
    const rotated = await reported(`keys rotate ${id} --organisation school --overlap 7d`);
    expect(rotated).toMatchObject({ name: 'Website', expiresAt: '2999-01-01T00:00:00.000Z', former: { id } });
    const days = (Date.parse(rotated.former.expiresAt) - Date.now()) / 86_400_000;
    expect([days > 6.9, days < 7]).toEqual([true, true]);
    expect([await status(key), await status(rotated.key)]).toEqual([200, 200]);

    const again = await reported(`keys rotate ${rotated.id} --organisation school --overlap 0s`);
    expect([await status(rotated.key), await status(again.key)]).toEqual([401, 200]);
    expect(JSON.stringify(await dumpTables(open.database))).not.toContain(again.key.slice(19));
  });

  test('an overlap never prolongs a key', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await reported(`keys create --organisation school --name x --expires ${expires}`);
    const { expiresAt, former } = await reported(`keys rotate ${id} --organisation school --overlap 30d`);
    expect([expiresAt, former.expiresAt]).toEqual([expires, expires]);
  });

  test('a key that is revoked, unknown or of another organisation is not rotated', async () => {
    const { id } = await reported('keys create --organisation school --name x');
    await reported('organisations create other --name Other');
    await reported(`keys revoke ${id}`);
    const before = await open.database.selectFrom('api_key').selectAll().execute();
    for (const [line, sentence] of [
      [`keys rotate ${id} --organisation school`, `key ${id} is revoked already`],
      [`keys rotate ${id} --organisation other`, `there is no key ${id}`],
      ['keys rotate key_none --organisation school', 'there is no key key_none'],
      [`keys rotate ${id} --organisation school --overlap 91d`, 'a whole number from 0 to'],
      [`keys rotate ${id} --organisation school --overlap soon`, 'It is not a time such as'],
    ] as const)
      expect([line, await run(line)]).toMatchObject([line, { code: 2, stderr: expect.stringContaining(sentence) }]);
    expect(await open.database.selectFrom('api_key').selectAll().execute()).toEqual(before);
  });
});

test('audit-log shows who ran which command, from which machine, and what it changed', async () => {
  const { id } = await reported('keys create --organisation school --name Website');
  await reported(`keys revoke ${id}`);
  await reported('organisations set school --access locked:plan_ended');
  await reported('organisations create other --name Other');
  const { entries } = await reported('audit-log --organisation school --limit 3');
  const by = { by: userInfo().username, via: 'command', from: hostname(), databaseUser: 'postgres', adminId: null };
  expect(entries).toMatchObject([
    {
      ...by,
      resource: 'organisation',
      action: 'changed',
      old: { access: 'active' },
      new: { access: 'locked:plan_ended' },
    },
    { ...by, resource: 'key', action: 'revoked', subject: id },
    { ...by, resource: 'key', action: 'created', subject: id, new: { name: 'Website' } },
  ]);
  const { stdout } = await run('audit-log --limit 1');
  expect(stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +organisation created +other +other +\S+ \(command, postgres\)/m,
  );
  expect(stdout).toMatch(/More: `npm run audit-log -- --after [\da-f-]{36}`/);
});

test('builds and imports are recorded, but not that nothing was to do', async () => {
  const file = join(await temporaryFolder(), 'timetable.json');
  await writeFile(file, JSON.stringify(publishedTimetable('version-2')));
  await reported(`import --organisation school ${file}`);
  await reported('build --organisation school');
  await reported('build --full');
  await reported('build');
  const { entries } = await reported('audit-log --limit 3');
  const byCommand = { via: 'command', by: userInfo().username };
  expect(entries).toMatchObject([
    { resource: 'build', action: 'started', organisationId: null, new: { everything: true }, ...byCommand },
    { resource: 'build', action: 'started', organisationId: 'school', new: { full: false }, ...byCommand },
    { resource: 'timetable', action: 'imported', organisationId: 'school', subject: 'version-2', ...byCommand },
  ]);
});

test('a rollback and what is forgotten are recorded too, though they change no audited row', async () => {
  await open.database.updateTable('timetable_version').set({ description: 'changed' }).execute();
  await buildSchool(publisherOf(out), open.database, 'school');
  await reported('rollback --organisation school');
  await run('forget --organisation school');
  const { entries } = await reported('audit-log --limit 2');
  expect(entries).toMatchObject([
    { resource: 'generation', action: 'forgotten', organisationId: 'school', via: 'command' },
    { resource: 'rollback', action: 'done', organisationId: 'school', via: 'command', new: { rolledBackTo: 1 } },
  ]);
});
