import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createApiKey } from '../../src/access/api-key.ts';
import { parseHandle } from '../../src/access/ids.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { buildSchool, loadSchool, publisherOf, readFiles } from '../support/published-school.ts';
import { type CommandEnvironment, commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [publishedTimetable('version-1')]);
});

async function publishedForm(): Promise<{ out: string; variables: CommandEnvironment }> {
  const out = join(await temporaryFolder(), 'out');
  await bindTestStore(open, out);
  await buildSchool(publisherOf(out), open.database, 'school');
  return { out, variables: commandEnvironment(open, out) };
}

async function createKey(variables: CommandEnvironment): Promise<{ id: string; key: string }> {
  const { code, stdout } = await runHere('keys create --organisation school --name Website --json', variables);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

/** Serves the published output; answers with the status and body of List Timetables. */
async function serve(variables: CommandEnvironment, key: string) {
  const server = startCommand('serve', [], variables);
  const [, url] = /Serving on (\S+),/.exec(await server.printed('Ctrl-C')) ?? [];
  const list = async () => {
    const response = await fetch(`${url}/api/v1/timetables`, { headers: { authorization: `Bearer ${key}` } });
    const body = await response.json();
    return { status: response.status, body };
  };
  return { server, list };
}

test('a key is printed once, at its creation, and stored nowhere', async () => {
  const { out, variables } = await publishedForm();
  const created = await runLine('keys create --organisation school --name Website', variables);
  const [key = ''] = /belfry_\w{38}/.exec(created.stdout) ?? [];
  expect(key).toHaveLength(45);
  expect(created.stdout).toContain('shown this once');

  const listed = await runHere('keys list --organisation school', variables);
  expect(listed.stdout).toMatch(/^key_\S+ +Website +\d{4}-\d\d-\d\d +postgres +never +active$/m);
  const stored = [JSON.stringify(await dumpTables(open.database)), ...readFiles(out).values()];
  for (const text of [...stored, listed.stdout, listed.stderr]) expect(text.includes(key.slice(7, 39))).toBe(false);
});

test('key 1,001 is refused in one sentence that says what to do, and nothing changes', async () => {
  const { variables } = await publishedForm();
  await sql`insert into api_key (id, organisation_id, name, sha256)
    select 'many_' || number, 'school', 'Website', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, 1000) number`.execute(open.database);
  const { code, stdout, stderr } = await runHere('keys create --organisation school --name Website', variables);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: organisation school has 1000 keys that are not revoked, which is the most; revoke what is no longer used\n',
  });
  expect(await open.database.selectFrom('api_key').select('id').execute()).toHaveLength(1000);
});

test('a key is created with the given expiry', async () => {
  const { variables } = await publishedForm();
  const line = 'keys create --organisation school --name Term --expires 2999-07-31 --json';
  expect(JSON.parse((await runHere(line, variables)).stdout)).toMatchObject({ expiresAt: '2999-07-31T00:00:00.000Z' });
  expect((await runHere('keys list --organisation school', variables)).stdout).toMatch(/2999-07-31 +active/);
});

test('a key that sees published versions only is created, and listed as such', async () => {
  const { variables } = await publishedForm();
  const line = 'keys create --organisation school --name App --published-only';
  expect(JSON.parse((await runHere(`${line} --json`, variables)).stdout)).toMatchObject({ publishedOnly: true });
  expect((await runHere(line, variables)).stdout).toContain(
    'which sees published versions only. It is shown this once',
  );
  const { stdout } = await runHere('keys list --organisation school', variables);
  expect(stdout.match(/active, published versions only$/gm)).toHaveLength(2);
});

test('a revoked key is refused at the next request of a running server, and can be revoked again', async () => {
  const { variables } = await publishedForm();
  const { id, key } = await createKey(variables);
  const other = await createKey(variables);
  const { server, list } = await serve(variables, key);
  expect(await list()).toMatchObject({ status: 200, body: { data: { count: 1 } } });
  for (const _ of [1, 2]) {
    expect(await runHere(`keys revoke ${id}`, variables)).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject({ status: 401, body: { error: { message: 'Invalid or inactive API key' } } });
  }
  const { keys } = JSON.parse((await runHere('keys list --organisation school --json', variables)).stdout);
  expect(keys.map((each: { id: string; revokedAt: unknown }) => [each.id, each.revokedAt !== null])).toEqual([
    [id, true],
    [other.id, false],
  ]);
  server.child.kill('SIGTERM');
  expect((await server.finished).code).toBe(0);
});

test('a whole key can be given to revoke it, as an argument or on standard input, and is not printed', async () => {
  const { variables } = await publishedForm();
  for (const way of ['as an argument', 'from standard input']) {
    const { id, key } = await createKey(variables);
    const isArgument = way === 'as an argument';
    const revoked = isArgument
      ? await runHere(`keys revoke ${key}`, variables)
      : await runLine('keys revoke -', variables, `${key}\n`);
    expect(revoked).toMatchObject({ code: 0, stdout: `Revoked key ${id}. Servers refuse it from now on.\n` });
    if (isArgument) expect(revoked.stderr).toMatch(/^warning: a key among the arguments .*keys -- revoke -` reads it/);
    else expect(revoked.stderr).toBe('');
    expect(revoked.stderr).not.toContain(key);
  }
  const { key } = await createKey(variables);
  for (const [line, sentence] of [
    [`keys revoke ${key.slice(0, -1)}`, 'this is not a whole key'],
    [`keys revoke Bearer:${key}`, 'is neither the id of a key nor a key'],
    [`keys revoke ${createApiKey(parseHandle('0123456789ab'), randomBytes)}`, 'this database has no such key'],
    [`keys ${key}`, 'unknown command'],
    [`keys revoke x ${key}`, 'too many arguments'],
  ] as const) {
    const { code, stdout, stderr } = await runHere(line, variables);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/belfry_\w/);
  }
  expect((await runHere('keys list --organisation school', variables)).stdout.match(/active$/gm)).toHaveLength(1);
});

test('each access state applies to the next request, and the same key works again after it', async () => {
  const { variables } = await publishedForm();
  const { key } = await createKey(variables);
  const { list } = await serve(variables, key);
  const ended = (access: string, lockedBecause: string | null, code: string) => ({
    status: 402,
    body: { access, lockedBecause, code },
  });
  const states: [string, object][] = [
    ['--access locked:trial_ended', ended('locked', 'trial_ended', 'ACCESS_EXPIRED')],
    ['--access locked:plan_ended', ended('locked', 'plan_ended', 'ACCESS_EXPIRED')],
    ['--access locked:payment_failed', ended('locked', 'payment_failed', 'ACCESS_EXPIRED')],
    ['--access suspended', ended('suspended', null, 'ACCOUNT_SUSPENDED')],
    ['--access active', { status: 200 }],
    ['--api off', { status: 401, body: { error: { code: 'INVALID_API_KEY' } } }],
    ['--api on --access suspended', ended('suspended', null, 'ACCOUNT_SUSPENDED')],
    ['--access active', { status: 200 }],
  ];
  for (const [change, answer] of states) {
    expect(await runHere(`organisations set school ${change}`, variables)).toMatchObject({ code: 0, stderr: '' });
    expect([change, await list()]).toMatchObject([change, answer]);
  }
  const { stdout } = await runHere('organisations list', variables);
  expect(stdout).toMatch(/^school +school +active +on$/m);
});

test('a new organisation is published at once, with an empty list for its first key', async () => {
  const { variables } = await publishedForm();
  const created = await runHere('organisations create new-school --name Hill', variables);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toContain('npm run keys -- create --organisation new-school');
  const { stdout } = await runHere('keys create --organisation new-school --name First --json', variables);
  const { list } = await serve(variables, JSON.parse(stdout).key);
  expect(await list()).toMatchObject({
    status: 200,
    body: { data: { orgId: 'new-school', count: 0, timetables: [] } },
  });
});
